import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { resolveCommand, type CommandSearch } from '#engine/connections/processes/launch/resolveCommand'
import { temporaryFolder } from '#test/support/temporaryFolder'

/**
 * Makes a folder with executable files of these names. A name that ends with `-` makes a file that is not executable.
 */
async function folderWith(...names: readonly string[]): Promise<string> {
  const folder = await temporaryFolder()
  for (const name of names) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
    chmodSync(file, name.endsWith('-') ? 0o644 : 0o755)
  }
  return folder
}

const posix = (folder: string, search: Partial<CommandSearch>): CommandSearch => ({
  command: 'tool',
  path: `${folder}/a:${folder}/b`,
  cwd: folder,
  endings: null,
  ...search,
})

describe('a command', () => {
  it('resolves to the first runnable file with that name on the PATH, and skips folders with that name', async () => {
    const folder = await folderWith('a/tool/inside', 'b/tool', 'c/tool')
    expect(resolveCommand(posix(folder, { path: `${folder}/a:${folder}/b:${folder}/c` }))).toBe(`${folder}/b/tool`)
  })

  it("with a slash is not looked up on the PATH, but relative to the server's folder", async () => {
    const folder = await folderWith('bin/tool', 'a/tool')
    expect(resolveCommand(posix(folder, { command: './bin/tool' }))).toBe(`${folder}/bin/tool`)
    expect(() => resolveCommand(posix(folder, { command: './tool' }))).toThrow(`Looked in: ${folder}/tool.`)
  })

  it('skips a file that is not executable, and names that file if no other is found', async () => {
    const folder = await folderWith('a/tool-', 'b/tool-')
    chmodSync(`${folder}/b/tool-`, 0o755)
    expect(resolveCommand(posix(folder, { command: 'tool-' }))).toBe(`${folder}/b/tool-`)
    chmodSync(`${folder}/b/tool-`, 0o644)
    expect(() => resolveCommand(posix(folder, { command: 'tool-' }))).toThrow(`${folder}/a/tool- is not executable`)
  })

  it('that does not exist reports in `data` which folders were searched', async () => {
    const folder = await folderWith()
    const thrown = (() => {
      try {
        return resolveCommand(posix(folder, {}))
      } catch (error) {
        return error
      }
    })()
    expect(thrown).toBeInstanceOf(AppError)
    expect((thrown as AppError).data).toEqual({ command: 'tool', searched: [`${folder}/a`, `${folder}/b`] })
  })

  it('that does not exist says first what to do, then which folders were searched, each folder once', async () => {
    const folder = await folderWith()
    expect(() => resolveCommand(posix(folder, { path: '/a:/b:/a' }))).toThrow(
      /not found\. Install it, .* Looked in: \/a, \/b\.$/,
    )
  })

  it('is completed with a Windows file extension: npx.cmd is found, not the shell script npx beside it', async () => {
    const folder = await folderWith('a/npx', 'a/npx.CMD', 'a/uvx.EXE')
    const endings = ['.COM', '.EXE', '.CMD']
    expect(resolveCommand(posix(folder, { command: 'npx', endings }))).toBe(`${folder}/a/npx.CMD`)
    expect(resolveCommand(posix(folder, { command: 'npx.CMD', endings }))).toBe(`${folder}/a/npx.CMD`)
    expect(resolveCommand(posix(folder, { command: 'uvx', endings }))).toBe(`${folder}/a/uvx.EXE`)
  })
})
