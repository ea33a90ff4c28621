/** The pages and their addresses. Addresses are in the URL fragment, so they work over HTTP and in the desktop app. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
  type RouterHistory,
} from '@tanstack/react-router'
import { PageFault, PaneFault } from '#renderer/app/fault/RouteFault.tsx'
import { UnknownAddress } from '#renderer/app/fault/UnknownAddress.tsx'
import { Shell } from '#renderer/app/shell/Shell.tsx'
import { activitySearch } from '#renderer/features/activity/activitySearch.ts'
import { clientsSearch } from '#renderer/features/clients/clientsSearch.ts'
import { projectsSearch } from '#renderer/features/projects/projectsSearch.ts'
import { hostedSearch } from '#renderer/features/hosting/detail/hostedTabs.ts'
import { type DetailTab, detailTab } from '#renderer/features/servers/detailTabs.ts'
import { serversSearch } from '#renderer/features/servers/serversSearch.ts'
import { ServersPage } from '#renderer/features/servers/ServersPage.tsx'
import { ServersResting } from '#renderer/features/servers/list/ServersResting.tsx'
import { settingsSearch } from '#renderer/features/settings/settingsSections.ts'
import { toolSearch } from '#renderer/model/tools/toolSearch.ts'
import { loadPart } from '#renderer/ui/page/loadPart.ts'

/**
 * A page or pane that is loaded at first use. `loadPart` retries first, because the router reloads the whole window if
 * the code does not load, and unsaved edits would be lost.
 */
function atFirstUse<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name)
}

const root = createRootRoute({ component: Shell, notFoundComponent: UnknownAddress })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/servers', replace: true })
  },
})

const servers = createRoute({
  getParentRoute: () => root,
  path: '/servers',
  validateSearch: serversSearch,
  search: { middlewares: [retainSearchParams(['state'])] },
  component: ServersPage,
})

const resting = createRoute({
  getParentRoute: () => servers,
  path: '/',
  component: ServersResting,
  errorComponent: PaneFault,
})

const detail = createRoute({
  getParentRoute: () => servers,
  path: '$slug',
  validateSearch: (search: Record<string, unknown>): { tab?: DetailTab } => {
    const tab = detailTab(search['tab'])
    return tab === undefined ? {} : { tab }
  },
  component: atFirstUse(() => import('#renderer/features/servers/ServerDetail.tsx'), 'ServerDetail'),
  errorComponent: PaneFault,
})

const hosting = createRoute({
  getParentRoute: () => root,
  path: '/hosting',
  component: atFirstUse(() => import('#renderer/features/hosting/HostingPage.tsx'), 'HostingPage'),
})

const hostingResting = createRoute({
  getParentRoute: () => hosting,
  path: '/',
  component: atFirstUse(() => import('#renderer/features/hosting/HostingResting.tsx'), 'HostingResting'),
  errorComponent: PaneFault,
})

const hosted = createRoute({
  getParentRoute: () => hosting,
  path: '$slug',
  validateSearch: hostedSearch,
  component: atFirstUse(() => import('#renderer/features/hosting/detail/HostedDetail.tsx'), 'HostedDetail'),
  errorComponent: PaneFault,
})

const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  validateSearch: toolSearch,
  component: atFirstUse(() => import('#renderer/features/tools/ToolsPage.tsx'), 'ToolsPage'),
})

const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  validateSearch: projectsSearch,
  component: atFirstUse(() => import('#renderer/features/projects/ProjectsPage.tsx'), 'ProjectsPage'),
})

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: activitySearch,
  component: atFirstUse(() => import('#renderer/features/activity/ActivityPage.tsx'), 'ActivityPage'),
})

const clients = createRoute({
  getParentRoute: () => root,
  path: '/clients',
  validateSearch: clientsSearch,
  component: atFirstUse(() => import('#renderer/features/clients/ClientsPage.tsx'), 'ClientsPage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: settingsSearch,
  component: atFirstUse(() => import('#renderer/features/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chat',
  component: atFirstUse(() => import('#renderer/features/chat/ChatPage.tsx'), 'ChatPage'),
})

const newConversation = createRoute({
  getParentRoute: () => chat,
  path: '/',
  component: atFirstUse(() => import('#renderer/features/chat/NewConversation.tsx'), 'NewConversation'),
  errorComponent: PaneFault,
})

const conversation = createRoute({
  getParentRoute: () => chat,
  path: '$id',
  component: atFirstUse(() => import('#renderer/features/chat/ConversationView.tsx'), 'ConversationView'),
  errorComponent: PaneFault,
})

export function createPageRouter(history: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren([
      home,
      chat.addChildren([newConversation, conversation]),
      servers.addChildren([resting, detail]),
      hosting.addChildren([hostingResting, hosted]),
      tools,
      projects,
      activity,
      clients,
      settings,
    ]),
    history,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFault,
  })
}

export type PageRouter = ReturnType<typeof createPageRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter
  }
}
