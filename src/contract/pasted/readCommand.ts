/**
 * Reads shell lines: the one command that starts a server, with the settings before it. Anything that needs a shell is
 * refused. Pure.
 */
import type { WrittenLaunch } from '#contract/servers/server'
import { transportAt, usualTransport } from '#contract/servers/transports'
import { secretNamePattern } from '#contract/secretNames'
import { addressOf, isAddressWord } from '#contract/pasted/address'
import { splitLines, type Word } from '#contract/pasted/commandWords'
import { readCurl } from '#contract/pasted/curl'
import { mcpAddPlace, readMcpAdd } from '#contract/pasted/mcpAdd'
import { type PastedServer, type PastedServers, type ReadJson, refuse } from '#contract/pasted/pasted'

export interface JsonEntries {
  readonly readJson: ReadJson
  /** Builds the launch of a server that is given as JSON on the command line. */
  readonly launchOf: (value: unknown) => WrittenLaunch
  readonly serverOf: (value: unknown) => PastedServer
}

interface Setting {
  readonly env: Record<string, string>
  cwd: string | null
}

export function readCommand(text: string, json: JsonEntries): PastedServers {
  const setting: Setting = { env: {}, cwd: null }
  const notes: string[] = []
  const commands = statementsOf(text).flatMap((words) => takeSetting(words, setting))
  const started = commands.filter((words) => !installs.test(textOf(words)))
  const [first] = started
  if (first === undefined) return nothingStarts(commands)
  for (const words of commands.filter((one) => installs.test(textOf(one))))
    notes.push(`run it once yourself: ${textOf(words)}`)
  const adding = started.map((words) => words.map((word) => word.text))
  if (started.length > 1 && adding.some((words) => mcpAddPlace(words) === null))
    return refuse(`These are ${started.length} commands, but a server is started by one. Paste only that command.`)
  return { servers: started.map((words) => serverOf(words, setting, json)), notes }
}

const installs =
  /^(?:sudo )?(?:npm (?:i|install|ci|add)|pnpm (?:i|install|add)|yarn (?:install|global add|add)|pip3? install|python3? -m pip install|pipx install|uv (?:tool install|pip install|sync|add)|brew (?:install|tap)|git clone|docker (?:pull|build)|podman pull|cargo install|go install|apt(?:-get)? install|choco install|winget install|scoop install|mkdir|npm run build)\b/
const otherInstallers =
  /(?:^|\s)(?:@smithery\/cli(?:@\S+)? install|mcp-get(?:@\S+)? install|install-mcp|add-mcp)(?:@\S+)?(?:\s|$)/

function nothingStarts(commands: readonly (readonly Word[])[]): never {
  const [first] = commands
  if (first !== undefined) return refuse(`“${textOf(first)}” installs something, but does not start a server.`)
  return refuse('The command is missing.')
}

/** Splits text into statements: at line ends, `&&` and `;`. */
function statementsOf(text: string): Word[][] {
  const statements: Word[][] = []
  for (const line of splitLines(text)) {
    let words: Word[] = []
    for (const [place, word] of line.entries()) {
      // A shell prompt, as shown in a README.
      if (place === 0 && word.isPlain && /^[$>%]$/.test(word.text)) continue
      if (word.isPlain && unsupported.test(word.text))
        refuse(
          `“${word.text}” needs a shell, and Switchboard does not use one. Paste only the command, or use: sh -c '…'`,
        )
      if (!word.isPlain || (word.text !== ';' && word.text !== '&&')) words.push(word)
      else {
        statements.push(words)
        words = []
      }
    }
    statements.push(words)
  }
  return statements.filter((words) => words.length > 0)
}

const unsupported = /^(?:\|\|?|&|<<?|\d?>>?|[12&]>&?[12]?)$/
const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s

/** Returns the rest of the statement, which is a command. Empty if the statement only sets something. */
function takeSetting(words: readonly Word[], setting: Setting): Word[][] {
  const [first, second] = words
  const word = first?.text ?? ''
  if (/^(?:cd|pushd)$/.test(word) && words.length <= 3) {
    setting.cwd = written(words.at(-1), undefined)
    return []
  }
  const powershell = /^\$env:(\w+)=?(.*)$/is.exec(word)
  if (powershell !== null) {
    const value = [powershell[2], ...words.slice(1).map((one) => one.text)].join('').replace(/^=/, '')
    setting.env[powershell[1] ?? ''] = value
    return []
  }
  const isExport = /^(?:export|set|setx|declare)$/.test(word) && second !== undefined
  const rest = word === 'env' || word === 'cross-env' || isExport ? words.slice(1) : [...words]
  for (let next = rest[0]; next !== undefined && assignment.test(next.text); next = rest[0]) {
    const [, name = '', value = ''] = assignment.exec(next.text) ?? []
    setting.env[name] = written({ ...next, text: value }, undefined)
    rest.shift()
  }
  if (isExport && rest.length > 0) return refuse(`“${textOf(words)}” is not understood: it should be NAME=VALUE.`)
  return rest.length === 0 ? [] : [rest]
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** A word as a process gets it. What a shell would have substituted becomes a secret with that name, or is refused. */
function written(word: Word | undefined, before: string | undefined): string {
  // The shell that runs a script after `-c` does the substitution itself.
  if (word === undefined || /^-\w*c$/.test(before ?? '')) return word?.text ?? ''
  return word.fillings.reduce((text, filling) => {
    const name = filling.slice(1)
    if (/^\w+$/.test(name) && secretNamePattern.test(name)) return text.replace(filling, `\${${name}}`)
    return refuse(`“${filling}” is filled in by a shell, and Switchboard does not use one: write out its value.`)
  }, word.text)
}

function serverOf(words: readonly Word[], setting: Setting, json: JsonEntries): PastedServer {
  const texts = words.map((word, place) => written(word, words[place - 1]?.text))
  const [command = '', ...args] = texts
  const place = mcpAddPlace(texts)
  if (place !== null) return readMcpAdd(texts, place, json.launchOf, json.readJson)
  const added = texts.findIndex((word) => word === '--add-mcp')
  if (added !== -1) return json.serverOf(json.readJson(texts[added + 1] ?? ''))
  if (otherInstallers.test(textOf(words)))
    return refuse('This command sets up another client. Paste the command or the address of the server itself.')
  if (/(?:^|[\\/])curl(?:\.exe)?$/.test(command)) return { name: '', launch: readCurl(args) }
  const [only] = words
  const address = isAddressWord(command) || (words.length === 1 && only?.isPlain === true) ? addressOf(command) : null
  if (address !== null) {
    if (args.length > 0) return refuse('An address has no spaces. Add headers separately.')
    return { name: '', launch: { transport: transportAt(address), url: address, headers: {} } }
  }
  refuseSentence(words)
  const { env, cwd } = setting
  return { name: '', launch: { transport: usualTransport.process, command, args, env, ...(cwd !== null && { cwd }) } }
}

/** A sentence, or a fragment of a document, is not meant to be run. */
function refuseSentence(words: readonly Word[]): void {
  const [first] = words
  const command = first?.text ?? ''
  if (/^[<[({|#*`]|^!\[|^[^\w./~\\@$%"'-]/.test(command) || /[\r\n]/.test(command))
    refuse(`“${command.slice(0, 60)}” is not a command.`)
  const isSpoken = /^[A-Z][a-z]+$/.test(command) && words.length >= 3 && !words.some(({ text }) => /^[-/]/.test(text))
  const isEnded = words.length >= 3 && /^[A-Za-z]+[.:?!]$/.test(words.at(-1)?.text ?? '')
  if (isSpoken || isEnded) refuse('This reads like a sentence. Paste only the command, the address or the JSON.')
}
