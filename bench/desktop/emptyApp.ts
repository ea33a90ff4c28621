/** Makes an app with nothing in it: the packaged Electron, with an archive that only opens a window. */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packagedFolder } from '#test/support/packagedFolder'

const main = `const { app, BrowserWindow } = require('electron')
app.setPath('userData', process.env.EMPTY_DATA)
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 832 }).loadURL('data:text/html,<p>Empty</p>'))
`
const files = { 'package.json': JSON.stringify({ name: 'empty', main: 'main.js' }), 'main.js': main }

/** Resolves with the path of the app's executable. */
export async function makeEmptyApp(folder: string): Promise<string> {
  const app = join(folder, 'empty')
  const replaced = [
    join(packagedFolder, 'resources', 'app.asar'),
    join(packagedFolder, 'resources', 'app.asar.unpacked'),
  ]
  await cp(packagedFolder, app, { recursive: true, filter: (source) => !replaced.includes(source) })
  await writeFile(join(app, 'resources', 'app.asar'), archive(files))
  return join(app, 'switchboard')
}

/**
 * Makes an archive in Electron's asar format: the length of the header, the header as JSON, then the files. Lengths are
 * encoded as in Chromium's Pickle.
 */
function archive(contents: Readonly<Record<string, string>>): Buffer {
  let offset = 0
  const entries: Record<string, { size: number; offset: string }> = {}
  for (const [name, text] of Object.entries(contents)) {
    entries[name] = { size: Buffer.byteLength(text), offset: String(offset) }
    offset += Buffer.byteLength(text)
  }
  const json = Buffer.from(JSON.stringify({ files: entries }))
  const padding = Buffer.alloc((4 - (json.length % 4)) % 4)
  const payload = Buffer.concat([uint32(json.length), json, padding])
  const head = Buffer.concat([uint32(payload.length), payload])
  return Buffer.concat([uint32(4), uint32(head.length), head, Buffer.from(Object.values(contents).join(''))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
