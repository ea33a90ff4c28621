/** What a client on a channel is created with. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Standing } from '#engine/gateway/client/standing'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { LegacyMethods } from '#engine/gateway/legacy/legacyMethods'
import type { ModernMethods } from '#engine/gateway/modern/modernMethods'
import type { MessageStream } from '#engine/gateway/request/reply'

export interface ChannelOptions {
  readonly channel: MessageStream
  readonly standing: Standing
  /** Headers that came with the channel itself. Empty if it has none. */
  readonly headers: IncomingHttpHeaders
  /** `legacy`: only clients from before 2026-07-28 use this kind of channel. */
  readonly eras: 'both' | 'legacy'
  /** Identifies the client inside the engine. */
  readonly key: string
}

export interface ChannelMethods {
  readonly parts: GatewayParts
  readonly legacy: LegacyMethods
  readonly modern: ModernMethods
}
