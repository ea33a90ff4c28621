/**
 * The programs that install packages and find their commands. They are passed to the base image's interpreter as text,
 * and run in the installer's container, never on the engine's machine. Pure.
 */
import { createHash } from 'node:crypto'
import type { ProviderName } from '#contract/hosting/container'
import { type PackageRegistry, type PackageRun, packageText } from '#contract/hosting/package'

/** Where a package's volume is mounted, both to install and to run the package. */
export const packageRoot = '/opt/switchboard-package'

/**
 * The name of a package's volume. Servers of one store that run the same package in the same image on the same runtime
 * share it.
 */
export function packageVolumeName(
  owner: string,
  provider: ProviderName,
  image: string,
  { registry, name, version, program }: PackageRun,
): string {
  const said = JSON.stringify([owner, provider, image, registry, name, version, program])
  return `${packageVolumePrefix}${createHash('sha256').update(said).digest('hex').slice(0, 20)}`
}

export const packageVolumePrefix = 'switchboard-package-'
const installationSuffix = '.package'

/**
 * The workspace id of the container that fills a volume. The container's name depends on it, so the runtime refuses a
 * second one.
 */
export function installationOf(volume: string): string {
  return `${volume.slice(packageVolumePrefix.length)}${installationSuffix}`
}

/** Whether the workspace belongs to an installation, not to a server. */
export function isInstallation(workspaceId: string): boolean {
  return workspaceId.endsWith(installationSuffix)
}

/** The installer's result, printed as its last line, as JSON. */
export interface Installed {
  /** The command that runs the package, without the package's arguments. */
  readonly command: readonly string[]
}

/** The file that marks a volume as complete, because it is written last. */
const sealed = `${packageRoot}/installed.json`

const npmProgram = `
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const [root, sealed, name, spec, wanted] = process.argv.slice(1)
const fail = (text) => { console.error(text); process.exit(1) }
if (!fs.existsSync(sealed)) {
  for (const left of fs.readdirSync(root)) fs.rmSync(path.join(root, left), { recursive: true, force: true })
  const temporary = path.join(root, 'temporary')
  fs.mkdirSync(temporary)
  const options = ['--prefix', root, '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=http']
  const env = { ...process.env, HOME: temporary, TMPDIR: temporary, npm_config_cache: path.join(temporary, 'cache') }
  const { status, error } = spawnSync('npm', ['install', ...options, '--', spec], { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (error) fail('npm is not in this image: ' + error.message)
  if (status !== 0) process.exit(status === null ? 1 : status)
  fs.rmSync(temporary, { recursive: true, force: true })
  const folder = path.join(root, 'node_modules', name)
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const own = name.replace(/^@[^/]*\\//, '')
  const programs = typeof bin === 'string' ? { [own]: bin } : bin || {}
  const names = Object.keys(programs)
  const chosen = wanted !== '' ? wanted : names.includes(own) ? own : names.length === 1 ? names[0] : ''
  if (names.length === 0) fail('This package has no program that could be run.')
  if (!Object.hasOwn(programs, chosen)) fail((wanted === '' ? 'This package has the programs ' : 'This package has no program ' + wanted + '. It has: ') + names.join(', ') + '. Say which one to run, as in: npx -p PACKAGE PROGRAM')
  const file = path.resolve(folder, programs[chosen])
  if (!file.startsWith(folder + path.sep) || !fs.existsSync(file)) fail('The program ' + chosen + ' of this package is missing. It may have to be built by an install script, and install scripts are not run.')
  const begin = fs.readFileSync(file).subarray(0, 200).toString('latin1').split('\\n')[0]
  const isScript = /^#!.*\\bnode\\b/.test(begin) || /\\.[cm]?js$/.test(file)
  fs.writeFileSync(sealed + '.new', JSON.stringify({ command: isScript ? ['node', file] : [file] }))
  fs.renameSync(sealed + '.new', sealed)
}
console.log(fs.readFileSync(sealed, 'utf8'))
`

const pythonProgram = `
import json, os, re, shutil, subprocess, sys
root, sealed, name, spec, wanted = sys.argv[1:6]
def fail(text):
    print(text, file=sys.stderr)
    sys.exit(1)
if not os.path.exists(sealed):
    for left in os.listdir(root):
        full = os.path.join(root, left)
        shutil.rmtree(full, True) if os.path.isdir(full) else os.remove(full)
    site, temporary = os.path.join(root, 'site'), os.path.join(root, 'temporary')
    os.mkdir(temporary)
    options = ['--target', site, '--only-binary', ':all:', '--no-cache-dir', '--disable-pip-version-check', '--no-input', '--root-user-action', 'ignore']
    env = dict(os.environ, HOME=temporary, TMPDIR=temporary)
    status = subprocess.run([sys.executable, '-m', 'pip', 'install', *options, '--', spec], env=env, stdin=subprocess.DEVNULL, stdout=2).returncode
    if status != 0:
        sys.exit(1)
    shutil.rmtree(temporary, True)
    from importlib import metadata
    plain = lambda text: re.sub(r'[-_.]+', '-', text).lower()
    own = name.split('[')[0]
    found = [one for one in metadata.distributions(path=[site]) if plain(one.metadata['Name']) == plain(own)]
    if not found:
        fail('The package is missing after its installation.')
    scripts = {one.name: one for one in found[0].entry_points if one.group == 'console_scripts'}
    if not scripts:
        fail('This package has no program that could be run.')
    same = [one for one in scripts if plain(one) == plain(own)]
    chosen = wanted if wanted else same[0] if same else list(scripts)[0] if len(scripts) == 1 else ''
    if chosen not in scripts:
        fail(('This package has no program ' + wanted + '. It has: ' if wanted else 'This package has the programs ') + ', '.join(scripts) + '. Say which one to run, as in: uvx --from PACKAGE PROGRAM')
    module, _, attribute = scripts[chosen].value.split('[')[0].strip().partition(':')
    run = os.path.join(root, 'run.py')
    with open(run, 'w') as file:
        file.write('import importlib, site, sys\\nsys.path.pop(0)\\n')
        file.write('site.addsitedir(%r)\\nsys.argv[0] = %r\\n' % (site, chosen))
        file.write('found = importlib.import_module(%r)\\n' % module.strip())
        file.write('for part in %r:\\n    found = getattr(found, part)\\nsys.exit(found())\\n' % [part for part in attribute.strip().split('.') if part])
    with open(sealed + '.new', 'w') as file:
        json.dump({'command': [sys.executable, '-u', run]}, file)
    os.rename(sealed + '.new', sealed)
with open(sealed) as file:
    print(file.read())
`

const interpreters: Readonly<Record<PackageRegistry, readonly string[]>> = {
  npm: ['node', '-e', npmProgram],
  pypi: ['python3', '-c', pythonProgram],
}

/** The command that fills the volume, unless it is complete, and prints the command that runs the package. */
export function installCommand(run: PackageRun): readonly string[] {
  return [...interpreters[run.registry], packageRoot, sealed, run.name, packageText(run), run.program ?? '']
}

/** The installer's result. Null if the last printed line has none. */
export function readInstalled(stdout: string): Installed | null {
  try {
    const { command } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { command?: unknown }
    if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === 'string'))
      return null
    return { command }
  } catch {
    return null
  }
}

/** The variables that tell the installer the registry's address. */
export function indexVariables(registry: PackageRegistry, address: string): Readonly<Record<string, string>> {
  if (registry === 'npm') return { npm_config_registry: address, npm_config_update_notifier: 'false' }
  const isPlain = address.startsWith('http:')
  return { PIP_INDEX_URL: address, ...(isPlain && { PIP_TRUSTED_HOST: new URL(address).hostname }) }
}
