/** What a channel is made of. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Standing } from '#engine/gateway/client/standing'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { LegacyMethods } from '#engine/gateway/legacy/legacyMethods'
import type { ModernMethods } from '#engine/gateway/modern/modernMethods'
import type { MessageStream } from '#engine/gateway/request/reply'

export interface ChannelOptions {
  readonly channel: MessageStream
  readonly standing: Standing
  /** Wishes that came with the channel itself; empty where it has no place for them. */
  readonly headers: IncomingHttpHeaders
  /** `legacy`: a channel that only clients before 2026-07-28 know. */
  readonly eras: 'both' | 'legacy'
  /** Names the client in the engine. */
  readonly key: string
}

export interface ChannelMethods {
  readonly parts: GatewayParts
  readonly legacy: LegacyMethods
  readonly modern: ModernMethods
}
