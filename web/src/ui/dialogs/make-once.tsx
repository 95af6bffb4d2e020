import type { ReactNode } from 'react'
import type { Writing } from '../../data/client/write.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { ShownOnce } from './once.tsx'
import { Problem } from '../problem.tsx'
import { t } from '../../languages/t.ts'

/** A secret or a link that the service tells once. */
interface Once {
  title: string
  label: string
  text: string
  /** What the button says that closes it. */
  close?: string
  more?: ReactNode
}

interface MakeOnceProps<Made> {
  title: string
  /** What the button says that makes it. */
  action: string
  isReady: boolean
  make: Pick<Writing<never, Made>, 'data' | 'error' | 'isError' | 'isPending'>
  onMake: () => void
  /** What of it is told once; null: nothing, and there is nothing to show. */
  once: (made: Made) => Once | null
  onClose: () => void
  /** The form. */
  children: ReactNode
}

/** Makes something, then shows what will not be shown again until somebody says that they have it. */
export function MakeOnce<Made>({ title, action, isReady, make, onMake, once, onClose, children }: MakeOnceProps<Made>) {
  const shown = make.data === undefined ? null : once(make.data)
  if (shown) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={shown.title}
        actions={<Button onClick={onClose}>{shown.close ?? t('I have kept it')}</Button>}
      >
        <ShownOnce label={shown.label} text={shown.text} />
        {shown.more}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <Button look="main" busy={make.isPending} disabled={!isReady} onClick={onMake}>
          {action}
        </Button>
      }
    >
      {children}
      <Problem error={make.error} />
    </Dialog>
  )
}
