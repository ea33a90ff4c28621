/**
 * A launch as shown to a person who approves it: word for word, except secrets of one word. Nothing that decides what
 * runs can hide in such a word. Pure.
 */
import { authSchemeOf } from '#engine/secrets/authScheme'
import { shellWord } from '#contract/servers/launchWords'
import { isHiddenValue, isOneWord } from '#contract/secretNames'
import type { Launch, LaunchPreview } from '#contract/servers/server'
import { byReach, hasProcess } from '#contract/servers/transports'
import { isLiteral } from '#engine/secrets/references'
import { signInValues } from '#engine/secrets/signInSecrets'
import { changeSecrets, type PlacedSecret } from '#engine/secrets/secretPlaces'

export const hiddenWord = '***'

export function previewOf(launch: Launch): LaunchPreview {
  const shown = shownForAgreement(launch)
  return byReach<Launch, LaunchPreview>(shown, {
    process: ({ command, args, env, cwd = null }) => {
      const words = command === '' && args.length === 0 ? [] : [command, ...args]
      return { line: words.map(shellWord).join(' '), values: env, cwd }
    },
    address: ({ url, headers, auth }) => ({
      line: shownAddress(url),
      values: { ...headers, ...signInValues(auth) },
      cwd: null,
    }),
    image: ({ image, environment }) => ({ line: shellWord(image), values: environment, cwd: null }),
  })
}

/** Quoted only if it contains characters that an address does not. */
function shownAddress(url: string): string {
  return /^[!-~]*$/.test(url) ? url : shellWord(url)
}

export function shownForAgreement(launch: Launch): Launch {
  const script = hasProcess(launch) ? [launch.command, ...launch.args].join('\n') : ''
  return changeSecrets(launch, (secret) => shownText(secret, script))
}

function shownText({ part, name, text, isWhole, mayRun }: PlacedSecret, script: string): string {
  if (!isLiteral(text) || mayRun) return text
  if (!isWhole) return isOneWord(text) ? hiddenWord : text
  const kept = authSchemeOf(text)
  const secret = text.slice(kept.length)
  // Headers and secrets of a sign-in are sent, and run nothing.
  if (part === 'headers' || part === 'auth') return `${kept}${hiddenWord}`
  if (!isHiddenValue(name, secret)) return withoutTokens(text)
  // A shell runs the contents of such a variable: a word that is not random may be the name of a package.
  return isUsedIn(script, name) && !randomWord.test(secret) ? text : `${kept}${hiddenWord}`
}

const randomWord = /^(?=\S*\d)(?=\S*[A-Za-z])[\w+/=.~:-]{16,}$/

/** `$NAME`, `${NAME}`, `%NAME%`, `$env:NAME`, `process.env.NAME`, `env["NAME"]`. */
function isUsedIn(script: string, name: string): boolean {
  return ['$', '{', '%', ':', '.', '"', "'"].some((sign) => script.includes(`${sign}${name}`))
}

/** Within texts of more than one word: keys, lines of certificates. */
const token = /(?<![\w+/=.~-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])(?=[\w+/=-]*[A-Z])[\w+/=-]{20,}(?![\w+/=.~-])/g
const maxTokenText = 100_000

function withoutTokens(text: string): string {
  return text.length > maxTokenText ? text : text.replace(token, hiddenWord)
}
