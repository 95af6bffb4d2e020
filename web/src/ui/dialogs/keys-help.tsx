import { Popover } from '@base-ui/react/popover'
import { Keyboard } from 'lucide-react'
import { t } from '../../languages/t.ts'

/** Which single keys a page has, for who does not know them by heart. */
export function KeysHelp({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  return (
    <Popover.Root>
      <Popover.Trigger className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-[13px] text-muted hover:bg-raised max-md:hidden">
        <Keyboard size={15} aria-hidden /> {t('Keys')}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup className="arrive rounded-lg border bg-surface p-3 text-text shadow-xl">
            <Popover.Title className="pb-1 text-[13px] font-medium text-muted">
              {t('Single keys on this page')}
            </Popover.Title>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-[13px]">
              {keys.map(([key, does]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded border bg-raised px-1.5 font-mono text-xs">{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
