// Preloaded with `--import`. Appends the address of every module that the process resolves to the file in
// RECORD_MODULES.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    appendFileSync(process.env.RECORD_MODULES, `${resolved.url}\n`)
    return resolved
  },
})
