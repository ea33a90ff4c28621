import type { ClientFile } from '#contract/clients/client'
import { type ClientName, clientTitles } from '#contract/clients/clientNames'
import { listed } from '#renderer/features/servers/first/foundWords.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

type FileOfClient = ClientFile & { readonly client: ClientName }

/** The client files that exist and cannot be read, with the reasons. */
export function UnreadFiles({ files, onAgain }: { files: readonly FileOfClient[]; onAgain: () => void }) {
  const unread = files.filter(({ problem }) => problem !== null)
  if (unread.length === 0) return null
  return (
    <Notice tone="warn">
      <p>{unread.length === 1 ? 'This file' : `These ${unread.length} files`} could not be read:</p>
      <ul aria-label="Files that cannot be read" className="mt-1">
        {unread.map(({ client, path, problem }) => (
          <li key={path} className="break-words">
            {clientTitles[client]}: <code className="font-mono text-xs break-all">{visibleText(path)}</code>:{' '}
            {visibleText(problem ?? '')}
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-2" onClick={onAgain}>
        Look again
      </Button>
    </Notice>
  )
}

export interface WhereLookedProps {
  files: readonly FileOfClient[]
  looked: readonly { readonly client: ClientName; readonly path: string }[]
}

/** Shown when no servers were found: the client files without servers, and the paths that were searched. */
export function WhereLooked({ files, looked }: WhereLookedProps) {
  const there = [...new Set(files.filter(({ problem }) => problem === null).map(({ client }) => clientTitles[client]))]
  return (
    <div className="text-sm text-muted">
      {there.length > 0 && <p>The files of {listed(there)} contain no servers.</p>}
      <Disclosure title="Where Switchboard looked">
        <ul aria-label="Where Switchboard looked" className="mt-1 ml-4.5 flex flex-col gap-0.5">
          {looked.map(({ client, path }) => (
            <li key={path} className="break-words">
              {clientTitles[client]}: <code className="font-mono text-xs break-all">{visibleText(path)}</code>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
