/** Base images for packages, made from this machine's Node with npm, and its Python with pip. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { importFolder, placeProgram } from '#test/support/parts/nodeImage'
import { commandPath, findFile } from '#test/support/parts/parts'

const run = promisify(execFile)

export const npmBase = 'switchboard-test/npm:1'
export const pythonBase = 'switchboard-test/python:1'

async function madeOf(
  dockerUrl: string,
  image: string,
  changes: readonly string[],
  fill: (folder: string) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'sbi-'))
  try {
    await mkdir(join(folder, 'tmp'))
    await fill(folder)
    await importFolder(dockerUrl, folder, image, changes)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function makeNpmBase(dockerUrl: string): Promise<void> {
  return madeOf(dockerUrl, npmBase, ['ENV PATH=/usr/bin'], async (folder) => {
    await placeProgram(folder, process.execPath, 'usr/bin/node')
    const npm = resolve(dirname(await realpath(commandPath('npm'))), '..')
    await mkdir(join(folder, 'usr/lib'), { recursive: true })
    await symlink(npm, join(folder, 'usr/lib/npm'))
    await writeFile(join(folder, 'usr/bin/npm'), "#!/usr/bin/node\nrequire('/usr/lib/npm/bin/npm-cli.js')\n", {
      mode: 0o755,
    })
  })
}

interface PythonPlace {
  readonly executable: string
  readonly library: string
  readonly pip: string
}

const ask = `
import json, os, pip, sys, sysconfig
print(json.dumps({'executable': os.path.realpath(sys.executable), 'library': sysconfig.get_paths()['stdlib'], 'pip': os.path.dirname(pip.__file__)}))
`

/** Resolves with this machine's first Python that has pip. */
export async function pythonPlace(): Promise<PythonPlace> {
  for (const python of [findFile('python3'), '/usr/bin/python3']) {
    const answer = python === null ? null : await run(python, ['-c', ask]).catch(() => null)
    if (answer !== null) return JSON.parse(answer.stdout) as PythonPlace
  }
  throw new Error('this machine has no Python with pip')
}

/** All files keep their paths, so that Python finds them. */
export async function makePythonBase(dockerUrl: string): Promise<void> {
  const { executable, library, pip } = await pythonPlace()
  await madeOf(dockerUrl, pythonBase, [`ENV PATH=${dirname(executable)}`], async (folder) => {
    await placeProgram(folder, executable, executable)
    await symlink(basename(executable), join(folder, dirname(executable), 'python3')).catch(() => undefined)
    const isNeeded = (path: string) =>
      !/\/(?:test|tests|idlelib|tkinter|ensurepip|site-packages|dist-packages|__pycache__|config-[^/]*)$/.test(path)
    await cp(library, join(folder, library), { recursive: true, filter: isNeeded, verbatimSymlinks: true })
    await cp(pip, join(folder, pip), { recursive: true })
    for (const name of await extensions(join(folder, library, 'lib-dynload'))) await placeLibraries(folder, name)
  })
}

async function extensions(folder: string): Promise<string[]> {
  const { stdout } = await run('find', [folder, '-name', '*.so'])
  return stdout.split('\n').filter((path) => path !== '')
}

async function placeLibraries(folder: string, library: string): Promise<void> {
  const { stdout } = await run('ldd', [library]).catch(() => ({ stdout: '' }))
  for (const [path] of stdout.matchAll(/\/\S+/g)) {
    const at = join(folder, path)
    await mkdir(dirname(at), { recursive: true })
    await symlink(path, at).catch(() => undefined)
  }
}
