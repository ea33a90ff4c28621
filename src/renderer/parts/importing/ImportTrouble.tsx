import type { Importing } from '#renderer/parts/importing/useImport.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Scrolls the error into view, because the list below may be scrolled far down. */
const bringInSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** Why an import failed, completely or in part. */
export function ImportTrouble({ importing }: { importing: Importing }) {
  const { failure, partly } = importing
  return (
    <>
      {failure !== null && (
        <Notice tone="bad">
          <p ref={bringInSight} role="alert">
            {failure}
          </p>
        </Notice>
      )}
      {partly !== null && (
        <Notice tone="warn">
          <div key={partly.id} ref={bringInSight} role="alert">
            <p>
              {partly.servers.length === 0
                ? 'Nothing was imported.'
                : `Imported: ${partly.servers.map(({ name }) => visibleText(name)).join(', ')}.`}{' '}
              The rest is still selected below.
            </p>
            <ul aria-label="Not imported">
              {partly.failed.map(({ name, message }) => (
                <li key={name} className="break-words">
                  {visibleText(name)}: {visibleText(message)}
                </li>
              ))}
            </ul>
          </div>
          {partly.servers.length > 0 && (
            <Button size="small" className="mt-2" onClick={() => void importing.undo(partly)}>
              Undo import
            </Button>
          )}
        </Notice>
      )}
    </>
  )
}
