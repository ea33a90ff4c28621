/** A server asks the person to open an address. The address is shown in full and opens only by a click. */
import { ExternalLink, KeyRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { openOutside } from '#renderer/client/openOutside.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { CardFrame, type CardProps } from '#renderer/parts/question/card/CardFrame.tsx'
import { serverWords } from '#renderer/parts/question/card/questionWords.ts'
import { RefusalButtons } from '#renderer/parts/question/card/RefusalButtons.tsx'
import { useAnswer } from '#renderer/parts/question/card/useAnswer.ts'
import { AnswerButton } from '#renderer/parts/question/card/useGuard.tsx'
import { signInPage } from '#renderer/model/servers/signInPage.ts'
import { useIsSignIn } from '#renderer/parts/question/link/useIsSignIn.ts'
import { shownAddress } from '#renderer/parts/question/link/shownAddress.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

export function LinkCard(props: CardProps) {
  const { body, id } = props.question
  return body.kind === 'link' ? <OneLink {...props} id={id} {...body} /> : null
}

interface OneLinkProps extends CardProps {
  id: string
  server: string
  message: string
  url: string
}

function OneLink({ id, server, message, url, ...props }: OneLinkProps) {
  const shown = useMemo(() => shownAddress(url), [url])
  const isSignIn = useIsSignIn(server, url)
  const { sending, answer } = useAnswer(id)
  const href = isSignIn ? (signInPage(url)?.href ?? null) : shown.href
  const [opening, setOpening] = useState<'not yet' | 'under way' | 'refused'>('not yet')
  const agree = () => answer({ kind: 'submit' })
  const open = async () => {
    if (href === null) return
    setOpening('under way')
    const isOpen = await openOutside(href)
    setOpening(isOpen ? 'not yet' : 'refused')
    // If the address did not open, no agreement is sent.
    if (isOpen) agree()
  }
  const busy = sending || opening === 'under way'
  return (
    <CardFrame
      {...props}
      {...(isSignIn
        ? {
            icon: KeyRound,
            title: `Sign in to ${serverWords(server)}`,
            about: 'The call waits until you have signed in',
          }
        : { icon: ExternalLink, about: `This address comes from ${serverWords(server)}, not from you` })}
      footer={
        <>
          <AnswerButton look="primary" disabled={busy || href === null} onClick={() => void open()}>
            {href === null ? 'Open' : `Open ${shown.host}`}
          </AnswerButton>
          {opening === 'refused' && (
            <AnswerButton disabled={busy} onClick={agree}>
              Done
            </AnswerButton>
          )}
          <RefusalButtons sending={busy} onAnswer={answer} />
          <CopyButton label="Copy link" look="quiet" size="medium" className="ml-auto" text={url} />
        </>
      }
    >
      {!isSignIn && message.trim() !== '' && (
        <p className="max-h-48 overflow-y-auto break-words whitespace-pre-wrap select-text">{shownText(message)}</p>
      )}
      <p
        data-question-address=""
        className="max-h-32 overflow-y-auto rounded-md border border-line bg-canvas px-3 py-2 font-mono text-xs break-all text-muted select-text"
      >
        {shown.before}
        <strong className="font-semibold text-ink">{shown.host}</strong>
        {shown.after}
      </p>
      {opening === 'refused' && (
        <Notice tone="bad">
          <p role="alert">
            The address could not be opened, and the server is still waiting. Allow pop-ups for this page and try again,
            or copy the link, open it yourself and press Done.
          </p>
        </Notice>
      )}
      {shown.warnings.length > 0 && (
        <Notice tone="warn">
          {shown.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
    </CardFrame>
  )
}
