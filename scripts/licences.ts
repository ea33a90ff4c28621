/**
 * Lists a build's packages and their licences: bundled packages and those shipped beside the bundle. One plugin
 * instance serves all parts of the build. The page, which is built last, contains the list.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The list as the page reads it. */
interface Licence {
  readonly packages: readonly { readonly name: string; readonly version: string; readonly licence: string }[]
  /** The licence text. Empty if the packages contain none. */
  readonly text: string
}

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i
const inPackage = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Returns the folder in which Node would find a package. Null if the package is optional and not installed. */
function folderOf(name: string, from: string): string | null {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(from) === from ? null : folderOf(name, dirname(from))
}

/** Adds packages that are not bundled. They are shipped whole, with all their dependencies. */
function addShipped(folders: Set<string>, from: string, { dependencies, optionalDependencies }: Manifest): void {
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const folder = folderOf(name, from)
    if (folder === null || folders.has(folder)) continue
    folders.add(folder)
    addShipped(folders, folder, manifestOf(folder))
  }
}

function textOf(folder: string): string {
  const files = readdirSync(folder).filter((file) => licenceFile.test(file))
  return files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n')
}

/** Returns the list, in which packages with the same text are together. */
function licencesOf(folders: ReadonlySet<string>): Licence[] {
  const byText = new Map<string, Map<string, Licence['packages'][number]>>()
  for (const folder of folders) {
    const { name, version, license: licence = 'see its text' } = manifestOf(folder)
    const text = textOf(folder)
    const key = text === '' ? licence : text
    const packages = byText.get(key) ?? new Map<string, Licence['packages'][number]>()
    byText.set(key, packages.set(`${name} ${version}`, { name, version, licence }))
  }
  return [...byText]
    .map(([key, packages]) => {
      const sorted = [...packages.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
      return { packages: sorted, text: sorted[0]?.licence === key ? '' : key }
    })
    .sort((one, other) => (one.packages[0]?.name ?? '').localeCompare(other.packages[0]?.name ?? '', 'en'))
}

/** Returns the folders of packages that only style sheets import, because style sheets are not modules. */
function packagesOfStyles(files: Iterable<string>, root: string): string[] {
  return [...files]
    .filter((file) => file.endsWith('.css') && !inPackage.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/@import ['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g)])
    .flatMap(([, name = '']) => folderOf(name, root) ?? [])
}

export function collectLicences(root: string): { readonly collect: () => Plugin; readonly write: () => Plugin } {
  const folders = new Set<string>()
  const add = (files: readonly string[]) => {
    for (const file of files) {
      const [folder] = inPackage.exec(file) ?? []
      if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder)
    }
    for (const folder of packagesOfStyles(files, root)) folders.add(folder)
  }
  return {
    collect: () => ({
      name: 'collect-licences',
      apply: 'build',
      generateBundle() {
        add([...this.getModuleIds()])
      },
    }),
    write: () => ({
      name: 'write-licences',
      apply: 'build',
      generateBundle() {
        add([...this.getModuleIds()])
        const { dependencies = {} } = manifestOf(root)
        addShipped(folders, root, { name: '', version: '', dependencies })
        this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(licencesOf(folders)) })
      },
    }),
  }
}
