/** What a client's files hold, as a person reads it before they decide. */
import type { ClientCandidate, ClientFile } from '#contract/client'
import { oneLine } from '#main/cli/safeText'
import { formatTable } from '#main/cli/table'
import type { Terminal } from '#main/cli/terminal'

export function candidateTable(terminal: Terminal, candidates: readonly ClientCandidate[]): string {
  const table = formatTable(
    [
      { title: 'NAME', text: (candidate) => candidate.name },
      {
        title: '',
        text: standingInWords,
        style: (candidate, text) => terminal.style(styleOf(candidate), text),
      },
      { title: 'WOULD RUN', text: (candidate) => candidate.problem ?? withVariables(candidate) },
    ],
    candidates,
    // What would run is shown whole: it is what the person decides on.
    null,
    (title) => terminal.style('dim', title),
  )
  const notes = candidates.flatMap(({ name, notes: each }) => each.map((note) => `${name}: ${oneLine(note)}\n`))
  return `${table}${terminal.style('dim', notes.join(''))}`
}

/** Which files were read, and which could not be. */
export function fileLines(terminal: Terminal, files: readonly ClientFile[]): string {
  return files
    .map(({ path, servers, problem }) => {
      const what = problem === null ? `${servers} ${servers === 1 ? 'server' : 'servers'}` : oneLine(problem)
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

function withVariables({ summary, envNames }: ClientCandidate): string {
  return envNames.length === 0 ? summary : `${summary}  (sets ${envNames.join(', ')})`
}
