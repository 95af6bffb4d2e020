import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { showBy } from '../say.ts'
import { Said } from '../words/said.tsx'
import { t } from '../../languages/t.ts'

/** What lies under a message can be pressed all the same: only its own button is in the way. */
const manager = Toast.createToastManager()

showBy(({ title, description, isProblem }) =>
  manager.add(
    isProblem
      ? {
          title,
          description: description && <Said>{description}</Said>,
          type: 'problem',
          priority: 'high',
          timeout: 12_000,
        }
      : { title, description, timeout: 5000 },
  ),
)

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('Notifications')}
          className="pointer-events-none fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={`arrive rounded-lg border bg-surface p-3 text-text shadow-lg ${toast.type === 'problem' ? 'border-bad' : ''}`}
    >
      <div className="flex items-start justify-between gap-2">
        <div>
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-muted" />
        </div>
        <Toast.Close aria-label={t('Dismiss')} className="pointer-events-auto rounded p-1 hover:bg-raised">
          <X size={16} aria-hidden />
        </Toast.Close>
      </div>
    </Toast.Root>
  ))
}
