/**
 * Converts TeX to MathML, as a tree of allowed elements and attributes. The tree cannot contain an address, a class or
 * a script. Loaded when a formula is first shown.
 */
import temml from 'temml'

export interface MathElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly style: Readonly<Record<string, string>>
  readonly children: readonly (MathElement | string)[]
}

const tags = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose merror'.split(
    ' ',
  ),
)
const attributes = new Set(
  'display mathvariant stretchy fence separator form lspace rspace accent accentunder minsize maxsize movablelimits symmetric largeop width height depth voffset linethickness displaystyle scriptlevel rowspan columnspan mathcolor mathbackground mathsize dir notation'.split(
    ' ',
  ),
)
const styles = new Set(
  'color backgroundColor textAlign padding paddingTop paddingBottom paddingLeft paddingRight border borderTop borderBottom borderLeft borderRight width height fontWeight fontStyle mathDepth mathStyle mathShift'.split(
    ' ',
  ),
)
const plainValue = /^[\w\s.%#,()+-]{1,80}$/
const maxLength = 4000
const maxDepth = 60

function kept(values: unknown, allowed: ReadonlySet<string>): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = String(value)
      return allowed.has(name) && plainValue.test(text) && !/url|expression/i.test(text) ? [[name, text]] : []
    }),
  )
}

function elementsOf(node: unknown, depth: number): (MathElement | string)[] {
  if (typeof node !== 'object' || node === null || depth > maxDepth) return []
  const { type, text, children, attributes: given, style } = node as Record<string, unknown>
  if (typeof text === 'string') return [text]
  const inner = Array.isArray(children) ? children.flatMap((child) => elementsOf(child, depth + 1)) : []
  if (typeof type !== 'string' || !tags.has(type)) return inner
  return [{ tag: type, attributes: kept(given, attributes), style: kept(style, styles), children: inner }]
}

/** Returns null if the text is not a valid formula. */
export function formulaOf(text: string, display: boolean): MathElement | null {
  if (text.length > maxLength) return null
  try {
    const tree: unknown = temml.__renderToMathMLTree(text, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxSize: [20, 1000],
      maxExpand: 200,
    })
    const root = elementsOf(tree, 0)[0]
    return typeof root === 'object' && root.tag === 'math' ? root : null
  } catch {
    return null
  }
}
