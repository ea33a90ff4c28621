/** A conversation's messages as a tree, of which one branch is shown. No effects. */
import type { Message } from '#contract/chat/chat'
import type { Usage } from '#contract/chat/conversation'
import { addUsage, usagesOf } from '#engine/chat/models/modelUsage'
import type { BlockRow, MessageRow } from '#engine/store/chat/chatStoreRows'

export class ConversationTree {
  readonly #rows = new Map<string, MessageRow>()
  readonly #children = new Map<string | null, string[]>()
  #lastPosition = 0

  constructor(rows: readonly MessageRow[]) {
    for (const row of rows) this.put(row)
  }

  get nextPosition(): number {
    return this.#lastPosition + 1
  }

  put(row: MessageRow): void {
    if (!this.#rows.has(row.id)) {
      const siblings = this.#children.get(row.parentId)
      if (siblings === undefined) this.#children.set(row.parentId, [row.id])
      else siblings.push(row.id)
    }
    this.#rows.set(row.id, row)
    this.#lastPosition = Math.max(this.#lastPosition, row.position)
  }

  get(id: string): MessageRow | undefined {
    return this.#rows.get(id)
  }

  /** The ids of the messages with the same parent, including this one, oldest first. */
  siblings(id: string): readonly string[] {
    return this.#children.get(this.#rows.get(id)?.parentId ?? null) ?? [id]
  }

  /** The messages from the first to this one. */
  branch(leafId: string | null): MessageRow[] {
    const branch: MessageRow[] = []
    for (let id = leafId; id !== null;) {
      const row = this.#rows.get(id)
      if (row === undefined) break
      branch.push(row)
      id = row.parentId
    }
    return branch.toReversed()
  }

  /** The last message of the newest branch that contains this message. */
  newestLeaf(id: string): string {
    for (let at = id; ;) {
      const next = this.#children.get(at)?.at(-1)
      if (next === undefined) return at
      at = next
    }
  }
}

export function messageOf(tree: ConversationTree, row: MessageRow, blocks: readonly BlockRow[]): Message {
  return {
    id: row.id,
    parentId: row.parentId,
    role: row.role,
    blocks: blocks.map(({ block }) => block),
    status: row.status,
    model: row.model,
    usage: usageOf(row),
    createdAt: row.createdAt,
    siblings: [...tree.siblings(row.id)],
  }
}

function usageOf({ steps }: MessageRow): Usage | null {
  const used = usagesOf(steps)
  return used.length === 0 ? null : used.reduce(addUsage)
}
