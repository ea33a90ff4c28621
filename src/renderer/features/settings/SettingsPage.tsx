/** The settings page. Each section has its own address. */
import { Link, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { AboutSection } from '#renderer/features/settings/AboutSection.tsx'
import { GeneralSection } from '#renderer/features/settings/GeneralSection.tsx'
import { HostingSection } from '#renderer/features/settings/HostingSection.tsx'
import { keepInSight } from '#renderer/features/settings/keepInSight.ts'
import { ModelSection } from '#renderer/features/settings/model/ModelSection.tsx'
import { PermissionsSection } from '#renderer/features/settings/permissions/PermissionsSection.tsx'
import { ProductsSection } from '#renderer/features/settings/products/ProductsSection.tsx'
import { RecordsSection } from '#renderer/features/settings/RecordsSection.tsx'
import { SecretsSection } from '#renderer/features/settings/secrets/SecretsSection.tsx'
import { type SettingsSection, settingsSections } from '#renderer/features/settings/settingsSections.ts'

const sections: Readonly<Record<SettingsSection, ComponentType>> = {
  general: GeneralSection,
  model: ModelSection,
  records: RecordsSection,
  secrets: SecretsSection,
  permissions: PermissionsSection,
  hosting: HostingSection,
  products: ProductsSection,
  about: AboutSection,
}

export function SettingsPage() {
  const { section = 'general' } = useSearch({ from: '/settings' })
  const Section = sections[section]
  return (
    <main className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)] bg-surface lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-1">
      <nav
        aria-label="Settings"
        className="flex scroll-px-8 gap-0.5 overflow-x-auto border-line px-3 pt-3.5 pb-2 max-lg:border-b lg:flex-col lg:border-r"
      >
        <h1 className="px-2 pb-2 text-lg font-semibold max-lg:sr-only">Settings</h1>
        {settingsSections.map(({ id, title }) => (
          <Link
            key={id}
            ref={id === section ? keepInSight : undefined}
            to="/settings"
            search={{ section: id }}
            aria-current={id === section ? 'page' : undefined}
            className="shrink-0 rounded-md px-2 py-1.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className="min-h-0 overflow-y-auto">
        <section
          aria-label={settingsSections.find(({ id }) => id === section)?.title}
          className="max-w-3xl px-6 pt-3.5 pb-10"
        >
          <Section key={section} />
        </section>
      </div>
    </main>
  )
}
