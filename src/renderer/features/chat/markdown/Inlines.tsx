import { ImageOff } from 'lucide-react'
import { GuardedLink } from '#renderer/features/chat/markdown/LinkGuard.tsx'
import type { Inline } from '#renderer/features/chat/markdown/markdownTree.ts'
import { MathText } from '#renderer/features/chat/markdown/MathText.tsx'
import { shownText } from '#renderer/ui/text/shownText.ts'

/** Shows only a picture's name. Loading the picture would tell its server when and by whom the text was read. */
function Picture({ address, text }: { address: string | null; text: string }) {
  const name = (
    <>
      <ImageOff className="mr-1 inline size-3.5 align-[-2px]" aria-hidden="true" />
      {shownText(text === '' ? 'Picture' : `Picture: ${text}`)}
    </>
  )
  return address === null ? (
    <span className="text-muted">{name}</span>
  ) : (
    <GuardedLink address={address}>{name}</GuardedLink>
  )
}

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return shownText(inline.text)
    case 'code':
      return (
        <code className="rounded bg-hover px-1 py-0.5 font-mono text-[0.92em] break-words whitespace-pre-wrap">
          {shownText(inline.text)}
        </code>
      )
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inlines inlines={inline.inlines} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.inlines} />
        </em>
      )
    case 'deleted':
      return (
        <del>
          <Inlines inlines={inline.inlines} />
        </del>
      )
    case 'break':
      return <br />
    case 'link':
      return (
        <GuardedLink address={inline.address}>
          <Inlines inlines={inline.inlines} />
        </GuardedLink>
      )
    case 'image':
      return <Picture address={inline.address} text={inline.text} />
    case 'math':
      return <MathText text={inline.text} display={inline.display} />
  }
}

export function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the index identifies an inline
    <InlineView key={index} inline={inline} />
  ))
}
