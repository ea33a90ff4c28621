/** The engine with the routes of the chat. */
import type { ContractRouterClient } from '@orpc/contract'
import type { RouterUtils } from '@orpc/tanstack-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/contract'
import type { catalog } from '#contract/routes/catalog'
import type { chat } from '#contract/routes/chat'
import type { models, modelSource } from '#contract/routes/models'
import type { questions } from '#contract/routes/questions'
import type { CallContext } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'

type ChatContract = Contract & {
  chat: typeof chat
  models: typeof models
  modelSource: typeof modelSource
  catalog: typeof catalog
  questions: typeof questions
}

export type ChatApi = ContractRouterClient<ChatContract, CallContext>

export interface ChatEngine {
  readonly api: ChatApi
  readonly queries: RouterUtils<ChatApi>
  readonly cache: QueryClient
}

export function useChatEngine(): ChatEngine {
  return useEngine() as unknown as ChatEngine
}
