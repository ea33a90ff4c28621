/**
 * A formula as MathML, which the browser renders. Its source text is shown until the converter is loaded, and also if
 * loading fails or the formula is invalid.
 */
import { createElement, Fragment, type ReactNode, useEffect, useState } from 'react'
import type { MathElement } from '#renderer/features/chat/markdown/formula.ts'
import { loadPart } from '#renderer/ui/page/loadPart.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'

function drawn(node: MathElement | string, key: number): ReactNode {
  if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>
  return createElement(node.tag, { key, ...node.attributes, style: node.style }, ...node.children.map(drawn))
}

export function MathText({ text, display }: { text: string; display: boolean }) {
  const [found, setFound] = useState<{ text: string; formula: MathElement | null } | null>(null)
  useEffect(() => {
    let current = true
    loadPart(() => import('#renderer/features/chat/markdown/formula.ts')).then(
      ({ formulaOf }) => {
        if (current) setFound({ text, formula: formulaOf(text, display) })
      },
      () => {},
    )
    return () => {
      current = false
    }
  }, [text, display])
  if (found?.text === text && found.formula !== null) return drawn(found.formula, 0)
  return <code className="font-mono text-[0.92em]">{shownText(text)}</code>
}
