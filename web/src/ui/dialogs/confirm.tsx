import type { ReactNode } from 'react'
import type { Writing } from '../../data/client/write.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from '../problem.tsx'
import { t } from '../../languages/t.ts'

interface ConfirmProps<Input> {
  open?: boolean
  onClose: () => void
  title: string
  /** What will happen, and whether it can be taken back. */
  lead?: ReactNode
  children?: ReactNode
  /** What the buttons say. */
  action: string
  keep?: string
  danger?: boolean
  of: Writing<Input, unknown>
  input: Input
}

/** Asks before something is written. */
export function Confirm<Input>({
  of,
  input,
  open = true,
  action,
  keep,
  danger,
  children,
  ...dialog
}: ConfirmProps<Input>) {
  return (
    <Dialog
      {...{ open, ...dialog }}
      actions={
        <>
          <Button onClick={dialog.onClose}>{keep ?? t('Keep as it is')}</Button>
          <Button look={danger ? 'danger' : 'main'} busy={of.isPending} onClick={() => of.mutate(input)}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <Problem error={of.error} />
    </Dialog>
  )
}
