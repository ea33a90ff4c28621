/** The routes for conversations. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { callForApp } from '#engine/chat/appCalls'
import type { Engine } from '#engine/createEngine'
import { soughtProject } from '#engine/registry/projects/namedProject'

export function chatHandlers({ chat, registry, router }: Engine) {
  const os = implement(contract.chat)
  return os.router({
    list: os.list.handler(({ input }) => chat.list(soughtProject(registry, input))),
    create: os.create.handler(({ input }) => chat.create(input)),
    get: os.get.handler(({ input }) => chat.get(input.id)),
    update: os.update.handler(({ input: { id, ...change } }) => chat.update(id, change)),
    remove: os.remove.handler(async ({ input }) => {
      await chat.remove(input.id)
      return {}
    }),
    restore: os.restore.handler(({ input }) => chat.restore(input.id)),
    export: os.export.handler(({ input }) => chat.export(input.id, input.format)),
    messages: os.messages.handler(({ input }) => chat.messages(input.id, input.before, input.limit)),
    follow: os.follow.handler(({ input, signal }) => chat.follow(input.id, signal)),
    send: os.send.handler(({ input }) => chat.send(input)),
    sendNext: os.sendNext.handler(({ input }) => chat.sendNext(input)),
    takeBackNext: os.takeBackNext.handler(async ({ input }) => ({ parts: await chat.takeBackNext(input.id) })),
    regenerate: os.regenerate.handler(async ({ input }) => {
      await chat.regenerate(input.id, input.messageId)
      return {}
    }),
    selectBranch: os.selectBranch.handler(({ input }) => chat.selectBranch(input.id, input.messageId)),
    stop: os.stop.handler(({ input }) => chat.stop(input.id)),
    stopTool: os.stopTool.handler(async ({ input }) => {
      await chat.stopTool(input.id, input.toolUseId)
      return {}
    }),
    resume: os.resume.handler(({ input }) => chat.resume(input)),
    callForApp: os.callForApp.handler(async ({ input: { id, ...call }, signal }) =>
      callForApp({ views: registry, router }, await chat.get(id), call, signal),
    ),
    attach: os.attach.handler(({ input }) => chat.attach(input)),
    attachment: os.attachment.handler(({ input }) => chat.attachment(input.id)),
    estimate: os.estimate.handler(({ input, signal }) => chat.estimate(input.id, input.text, signal)),
  })
}
