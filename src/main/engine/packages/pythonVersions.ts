/** Reads Python packages' versions from their file names, and finds the newest. Pure. */

const endings = ['.whl', '.tar.gz', '.zip', '.tar.bz2']
const release = /^(?:(\d+)!)?(\d+(?:\.\d+)*)(?:\.?post(\d+))?(?:\+.*)?$/

/** The versions of one project's files. */
export function versionsOnPage(files: readonly string[], project: string): string[] {
  const plain = (name: string) => name.replace(/[-_.]+/g, '-').toLowerCase()
  const versions = files.flatMap((name) => {
    const file = name.trim()
    const ending = endings.find((one) => file.endsWith(one))
    if (ending === undefined) return []
    const parts = file.slice(0, -ending.length).split('-')
    // A wheel's package name has no hyphens, so the version is the second part. In a source archive it is the last
    // part.
    const at = ending === '.whl' ? 1 : parts.length - 1
    const version = parts[at] ?? ''
    return /^\d/.test(version) && plain(parts.slice(0, at).join('-')) === plain(project) ? [version] : []
  })
  return [...new Set(versions)]
}

/** The newest version that is not an alpha, beta, release candidate or development version. Null if there is none. */
export function newestOf(versions: readonly string[]): string | null {
  const known = versions.flatMap((version) => {
    const [, epoch = '0', numbers, post = '-1'] = release.exec(version) ?? []
    return numbers === undefined
      ? []
      : [{ version, order: [Number(epoch), ...numbers.split('.').map(Number)], post: Number(post) }]
  })
  known.sort((one, other) => compare(one.order, other.order) || one.post - other.post)
  return known.at(-1)?.version ?? null
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let place = 0; place < Math.max(one.length, other.length); place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
