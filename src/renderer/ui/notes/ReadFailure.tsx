import { clsx } from 'clsx'
import { messageOf } from '#contract/errors'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ReadFailureProps {
  /** The beginning of the sentence, such as `The servers`. */
  what: string
  error: Error
  onAgain: () => void
  className?: string
}

/** Shown in place of data that could not be read: why, with a button to read it again. */
export function ReadFailure({ what, error, onAgain, className }: ReadFailureProps) {
  return (
    <Notice tone="bad" className={clsx('max-w-xl', className)}>
      <p>
        {what} could not be read: {visibleText(messageOf(error))}
      </p>
      <Button size="small" className="mt-2" onClick={onAgain}>
        Try again
      </Button>
    </Notice>
  )
}
