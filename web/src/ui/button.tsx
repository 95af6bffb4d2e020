import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './classes.ts'

type Look = 'main' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  main: 'bg-accent-strong text-on-accent border border-transparent hover:brightness-92',
  plain: 'bg-surface text-text border border-field hover:bg-raised',
  quiet: 'bg-transparent text-text border border-transparent hover:bg-raised',
  danger: 'bg-bad-strong text-on-accent border border-transparent hover:brightness-92',
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  small?: boolean
  /** It is at work: it shows so, and cannot be pressed again. */
  busy?: boolean
  icon?: ReactNode
}

export function Button({ look = 'plain', small, busy, icon, children, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(
        'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap disabled:opacity-50',
        small ? 'h-7 px-2 text-[13px]' : 'h-9 px-3',
        looks[look],
        className,
      )}
      {...rest}
    >
      {busy ? <LoaderCircle size={15} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
}

/** A button that is only a picture needs a name. */
export function IconButton({ label, ...rest }: ButtonProps & { label: string }) {
  return <Button look="quiet" aria-label={label} title={label} {...rest} className={cx('px-2!', rest.className)} />
}
