/** Tables of a client's servers and files, for a person who decides what to import. */
import type { ClientCandidate, ClientFile } from '#contract/clients/client'
import { counted } from '#contract/text/counted'
import { launchText } from '#main/cli/text/launchText'
import { oneLine } from '#main/host/output/safeText'
import type { Terminal } from '#main/cli/terminal'

/** Shows each launch in full, because the person decides about it. */
export function candidateTable(terminal: Terminal, candidates: readonly ClientCandidate[]): string {
  return candidates.map((candidate) => candidateText(terminal, candidate)).join('')
}

function candidateText(terminal: Terminal, candidate: ClientCandidate): string {
  const { name, problem, launch, notes } = candidate
  const standing = terminal.style(styleOf(candidate), standingInWords(candidate))
  const below = problem === null ? launchText(launch, '  ') : `  ${oneLine(problem)}\n`
  const { clash, missing } = candidate
  const warnings = [
    ...(clash === null ? [] : [`its name is taken by ${clash.server}`]),
    ...(missing === null ? [] : [`${missing} was not found on this machine`]),
  ].map((warning) => terminal.style('yellow', `  ${oneLine(warning)}`) + '\n')
  const noted = notes.map((note) => `  ${oneLine(note)}\n`).join('')
  return `${terminal.style('bold', oneLine(name))}  ${standing}\n${below}${problem === null ? warnings.join('') : ''}${terminal.style('dim', noted)}`
}

/** Says which files were read, and which could not be. */
export function fileLines(terminal: Terminal, files: readonly ClientFile[]): string {
  return files
    .map(({ path, servers, problem }) => {
      const what = problem === null ? counted(servers, 'server') : oneLine(problem)
      return `${path}  ${terminal.style(problem === null ? 'dim' : 'red', what)}\n`
    })
    .join('')
}

function standingInWords({ problem, standing, enabled }: ClientCandidate): string {
  if (standing === 'own') return 'Switchboard itself'
  if (problem !== null) return 'cannot be imported'
  if (standing === 'here') return 'already here'
  return enabled ? 'on' : 'off'
}

function styleOf({ problem, standing }: ClientCandidate) {
  if (problem !== null && standing !== 'own') return 'red'
  return standing === 'new' ? 'green' : 'dim'
}
