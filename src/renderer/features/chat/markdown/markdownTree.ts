/** The tree of a Markdown text that the page shows. HTML in the text becomes plain text. */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'break' }
  /** `address` is an absolute web or mail address. Links to other addresses become text. */
  | { readonly kind: 'link'; readonly address: string; readonly inlines: readonly Inline[] }
  /** The image is never loaded. `address` is null if it is not a web address. */
  | { readonly kind: 'image'; readonly address: string | null; readonly text: string }
  | { readonly kind: 'math'; readonly text: string; readonly display: boolean }

export type Align = 'left' | 'center' | 'right' | null
export type Cells = readonly (readonly Inline[])[]

export interface ListItem {
  /** Null: the item has no checkbox. */
  readonly checked: boolean | null
  readonly blocks: readonly MarkdownBlock[]
}

export type MarkdownBlock =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'heading'; readonly depth: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** `continues`: this part continues the list of the part before it. */
  | {
      readonly kind: 'list'
      readonly first: number | null
      readonly items: readonly ListItem[]
      readonly continues: boolean
    }
  | { readonly kind: 'quote'; readonly blocks: readonly MarkdownBlock[] }
  /** `continues`: this part continues the table of the part before it, and has the columns of the first part. */
  | {
      readonly kind: 'table'
      readonly align: readonly Align[]
      readonly head: Cells
      readonly rows: readonly Cells[]
      readonly continues: boolean
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'math'; readonly text: string }

/** A top-level block, or a part of a long list or table, with its source text. */
export interface MarkdownPart {
  readonly raw: string
  readonly block: MarkdownBlock | null
}

export interface ParsedMarkdown {
  readonly text: string
  readonly parts: readonly MarkdownPart[]
}
