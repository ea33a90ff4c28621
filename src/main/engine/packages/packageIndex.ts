/** Asks package registries for versions. Downloads and runs no package. */
import { AppError, messageOf } from '#contract/errors'
import { type PackageRegistry, type PackageVersion, type PackageWish, registryTitles } from '#contract/hosting/package'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { exchange, type ExchangeParts } from '#engine/net/httpExchange'
import { readText } from '#engine/net/httpBody'
import { newestOf, versionsOnPage } from '#engine/packages/pythonVersions'

export interface PackageIndexOptions extends ExchangeParts {
  /** The registries' addresses. */
  readonly addresses: () => { readonly npm: string; readonly pypi: string }
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

const answerMs = 20_000
/** The largest answer that is read: a page of PyPI lists every file that a project ever had. */
const maxAnswerBytes = 32 * 1024 * 1024

export class PackageIndex {
  readonly #options: PackageIndexOptions

  constructor(options: PackageIndexOptions) {
    this.#options = options
  }

  /** The exact version for a tag, or the newest. Rejects with `PACKAGE_NOT_FOUND` or `REGISTRY_UNREACHABLE`. */
  find(wish: PackageWish): Promise<PackageVersion> {
    return wish.registry === 'npm' ? this.#findNpm(wish) : this.#findPython(wish)
  }

  async #findNpm({ registry, name, version }: PackageWish): Promise<PackageVersion> {
    const answer = await this.#ask(registry, `${name.replace('/', '%2F')}/${encodeURIComponent(version ?? 'latest')}`)
    const found = answer === null ? undefined : fieldsOf(parsed(answer.text))['version']
    if (typeof found !== 'string') throw notFound(registry, name, version)
    return { registry, name, version: found }
  }

  async #findPython({ registry, name, version }: PackageWish): Promise<PackageVersion> {
    const project = name.split('[', 1)[0] ?? ''
    const answer = await this.#ask(registry, `${project.replace(/[-_.]+/g, '-').toLowerCase()}/`)
    const versions = answer === null ? [] : versionsIn(answer, project)
    const found = version === null ? newestOf(versions) : (versions.find((one) => one === version) ?? null)
    if (found === null) throw notFound(registry, name, version)
    return { registry, name, version: found }
  }

  /** Requests a page of the registry; null if it has no such page. */
  async #ask(registry: PackageRegistry, path: string): Promise<Answer | null> {
    const { addresses, clock } = this.#options
    const base = addresses()[registry]
    const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
    const exchanged = exchange(this.#options, {
      method: 'GET',
      url,
      headersFor: () => ({ accept: 'application/vnd.pypi.simple.v1+json, application/json, text/html;q=0.5' }),
    })
    let giveUp: (reason: Error) => void
    const late = new Promise<never>((_resolve, reject) => (giveUp = reject))
    late.catch(() => undefined)
    const timer = clock.after(answerMs, () => {
      exchanged.abort()
      giveUp(new Error(`no answer within ${answerMs / 1000} s`))
    })
    try {
      const { status, headers, body } = await Promise.race([exchanged.answer, late])
      const { text, end } = await Promise.race([readText(body, maxAnswerBytes), late])
      if (status === 404 || status === 405) return null
      if (status !== 200) throw new Error(`it answered with status ${status}`)
      if (end.kind === 'broken') throw new Error(end.reason)
      return { status, type: headers['content-type'] ?? '', text }
    } catch (thrown) {
      throw new AppError(
        'REGISTRY_UNREACHABLE',
        `${registryTitles[registry]} could not be queried at ${url.origin}: ${messageOf(thrown)}. ` +
          'Check the address of the registry under Settings, Hosting.',
        { cause: thrown },
      )
    } finally {
      timer.cancel()
    }
  }
}

function versionsIn({ type, text }: Answer, project: string): string[] {
  if (!type.includes('json')) return versionsOnPage(linkTexts(text), project)
  const { versions, files } = fieldsOf(parsed(text))
  if (Array.isArray(versions)) return versions.map(String)
  return versionsOnPage(Array.isArray(files) ? files.map((file) => String(fieldsOf(file)['filename'])) : [], project)
}

/** The text after each link's start tag, up to the next tag. */
function linkTexts(page: string): string[] {
  return page.split(/<a(?=[\s>])/i).map((part) => part.slice(part.indexOf('>') + 1).split('<', 1)[0] ?? '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function notFound(registry: PackageRegistry, name: string, version: string | null): AppError {
  const what = version === null ? `no package ${name}` : `no package ${name} in version ${version}`
  return new AppError('PACKAGE_NOT_FOUND', `${registryTitles[registry]} has ${what}. Check the spelling.`, {
    data: { path: 'package' },
  })
}
