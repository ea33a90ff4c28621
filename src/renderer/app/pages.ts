/** The pages that the navigation, the palette and the keys lead to: one table. */
import { Activity, Container, Grid3x3, MessageSquare, MonitorSmartphone, Server, Settings, Wrench } from 'lucide-react'

export const pages = [
  { id: 'chat', to: '/chat', title: 'Chat', icon: MessageSquare, keys: 'C' },
  { id: 'servers', to: '/servers', title: 'Servers', icon: Server, keys: '1' },
  { id: 'hosting', to: '/hosting', title: 'Hosting', icon: Container, keys: 'H' },
  { id: 'tools', to: '/tools', title: 'Tools', icon: Wrench, keys: '2' },
  { id: 'projects', to: '/projects', title: 'Projects', icon: Grid3x3, keys: 'P' },
  { id: 'activity', to: '/activity', title: 'Activity', icon: Activity, keys: '3' },
  { id: 'clients', to: '/clients', title: 'Clients', icon: MonitorSmartphone, keys: '4' },
  { id: 'settings', to: '/settings', title: 'Settings', icon: Settings, keys: '5' },
] as const

export type PageId = (typeof pages)[number]['id']
