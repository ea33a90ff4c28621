import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { chooseTheme, type ThemeChoice, themeChoices, useThemeChoice } from '#renderer/ui/page/theme.ts'
import { leftToKeeper } from '#renderer/ui/focus/leftToKeeper.ts'
import { Tooltip } from '#renderer/ui/overlay/Tooltip.tsx'

const titles: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' }
const icons = { system: Monitor, light: Sun, dark: Moon }

export function ThemeMenu({ className }: { className: string }) {
  const choice = useThemeChoice()
  const Icon = icons[choice]
  return (
    <DropdownMenu.Root modal={false}>
      <Tooltip text="Theme" side="right">
        <DropdownMenu.Trigger className={className}>
          <Icon aria-hidden="true" />
          <span className="flex-1 text-left max-md:sr-only">Theme</span>
          <span className="text-xs max-md:sr-only">{titles[choice]}</span>
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          {...leftToKeeper}
          side="right"
          align="end"
          sideOffset={8}
          className="z-50 min-w-36 animate-appear rounded-lg bg-raised p-1 shadow-float"
        >
          <DropdownMenu.RadioGroup value={choice} onValueChange={(next) => chooseTheme(next as ThemeChoice)}>
            {themeChoices.map((one) => (
              <DropdownMenu.RadioItem
                key={one}
                value={one}
                className="flex h-8 items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:bg-hover"
              >
                <span className="flex-1">{titles[one]}</span>
                <DropdownMenu.ItemIndicator>
                  <Check className="size-4" aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
