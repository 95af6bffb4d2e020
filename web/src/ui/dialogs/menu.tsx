import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

export interface MenuEntry {
  name: string
  icon?: ReactNode
  /** Why it cannot be done: it is shown, and said why, but cannot be pressed. */
  unable?: string | null
  run: () => void
}

/** What can be done with one thing, behind a button of three dots. */
export function Menu({ label, entries }: { label: string; entries: MenuEntry[] }) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        title={label}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-raised data-[popup-open]:bg-raised"
      >
        <Ellipsis size={17} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-50" align="end" sideOffset={4}>
          <Base.Popup className="arrive min-w-52 max-w-80 rounded-lg border bg-surface p-1 text-text shadow-lg outline-none">
            {entries.map(({ name, icon, unable, run }) => (
              <Base.Item
                key={name}
                disabled={Boolean(unable)}
                onClick={run}
                className="flex cursor-pointer items-start gap-2 rounded-md px-2.5 py-1.5 outline-none data-[disabled]:cursor-default data-[disabled]:text-muted data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent"
              >
                <span className="mt-0.5">{icon}</span>
                <span>
                  {name}
                  {unable && <span className="block text-xs">{unable}</span>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
