/** Code with its language and a copy button. Complete code is coloured when the page is idle. */
import { WrapText } from 'lucide-react'
import { clsx } from 'clsx'
import { memo, useEffect, useMemo, useState } from 'react'
import type { CodeToken } from '#renderer/features/chat/markdown/colouredCode.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { loadPart } from '#renderer/ui/page/loadPart.ts'

/** Longer code is not coloured, because colouring would block the page. */
const maxColouredLength = 30_000
const linesAtOnce = 100
/** How many characters are coloured at a time. */
const maxPart = 4_000

const idleTime = () => new Promise<unknown>((resolve) => requestIdleCallback(resolve))

type Pieces = readonly (readonly CodeToken[])[]

/** The coloured pieces of the code. Further pieces are added whenever the page is idle. */
function useColours(text: string, language: string, wanted: boolean): Pieces {
  const [found, setFound] = useState<{ text: string; pieces: Pieces }>({ text, pieces: [] })
  const possible = wanted && language !== '' && text.length <= maxColouredLength
  useEffect(() => {
    if (!possible) return
    let current = true
    const colour = async () => {
      await idleTime()
      const loaded = await loadPart(() => import('#renderer/features/chat/markdown/colouredCode.ts')).catch(() => null)
      // If the colouring cannot be loaded, the code stays plain.
      if (loaded === null) return
      const { codeParts, colouredCode, inPieces } = loaded
      const tokens: CodeToken[] = []
      for (const part of codeParts(text, maxPart)) {
        await idleTime()
        if (!current) return
        tokens.push(...(colouredCode(part, language) ?? []))
      }
      const pieces = inPieces(tokens, linesAtOnce)
      for (let count = 1; count <= pieces.length && current; count += 1) {
        setFound({ text, pieces: pieces.slice(0, count) })
        await idleTime()
      }
    }
    void colour()
    return () => {
      current = false
    }
  }, [text, language, possible])
  return found.text === text ? found.pieces : []
}

const PlainLines = memo(function PlainLines({ text }: { text: string }) {
  return <div>{shownText(text)}</div>
})

const ColouredLines = memo(function ColouredLines({ tokens }: { tokens: readonly CodeToken[] }) {
  return (
    <div>
      {tokens.map((token, index) =>
        token.look === null ? (
          shownText(token.text)
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={token.look}>
            {shownText(token.text)}
          </span>
        ),
      )}
    </div>
  )
})

/** Lines in pieces. When the text grows or gets its colours, only the changed piece is laid out again. */
function Lines({ text, coloured }: { text: string; coloured: Pieces }) {
  const plain = useMemo(() => {
    const lines = text.split(/(?<=\n)/)
    return Array.from({ length: Math.ceil(lines.length / linesAtOnce) }, (_, piece) =>
      lines.slice(piece * linesAtOnce, (piece + 1) * linesAtOnce).join(''),
    )
  }, [text])
  return plain.map((piece, index) => {
    const tokens = coloured[index]
    // oxlint-disable-next-line react/no-array-index-key -- the index identifies a piece
    if (tokens !== undefined) return <ColouredLines key={index} tokens={tokens} />
    // oxlint-disable-next-line react/no-array-index-key
    return <PlainLines key={index} text={piece} />
  })
}

export interface CodeBlockProps {
  language: string
  text: string
  growing: boolean
}

export function CodeBlock({ language, text, growing }: CodeBlockProps) {
  const [wrap, setWrap] = useState(false)
  const name = language.trim().split(/\s/)[0] ?? ''
  const coloured = useColours(text, name.toLowerCase(), !growing)
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <figcaption className="flex h-8 items-center gap-1 border-b border-line bg-canvas pr-1 pl-3 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">{shownText(name.slice(0, 40)) || 'text'}</span>
        <IconButton
          label="Wrap long lines"
          icon={<WrapText aria-hidden="true" />}
          aria-pressed={wrap}
          onClick={() => setWrap(!wrap)}
          className={clsx('size-6', wrap && 'text-ink')}
        />
        <CopyButton label="Copy" look="quiet" className="h-6 px-1.5" text={text} />
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        className={clsx(
          'max-h-[36rem] overflow-auto px-3 py-2.5 font-mono text-sm -outline-offset-2 select-text',
          wrap ? 'break-words whitespace-pre-wrap' : 'whitespace-pre',
        )}
      >
        <code>
          <Lines text={text} coloured={coloured} />
        </code>
      </pre>
    </figure>
  )
}
