import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { cx } from './classes.ts'
import { t } from '../languages/t.ts'

interface PageProps {
  title: string
  /** Where the service has called it so, whatever the language of the page. */
  titleIn?: 'en'
  /** One plain sentence about what the page is for. */
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, titleIn, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Flightdeck`
  }, [title])
  return (
    <div className="mx-auto flex w-full max-w-[1400px] flex-col gap-4 p-4 md:p-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-96">
          <h1 lang={titleIn} className="text-2xl font-semibold tracking-tight wrap-anywhere">
            {title}
          </h1>
          {lead && <p className="max-w-3xl text-pretty wrap-anywhere text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}

export function Card({ title, actions, children, className }: CardProps) {
  return (
    <section className={cx('rounded-lg border bg-surface p-4', className)}>
      {(title ?? actions) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-[15px] font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}

/** What there is to see where there is nothing yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div data-empty className="flex flex-col items-center gap-2 rounded-lg border border-dashed p-8 text-center">
      <p className="font-medium">{title}</p>
      {children && <div className="text-muted">{children}</div>}
    </div>
  )
}

const lines = ['w-2xl', 'w-xl', 'w-md']

/** What comes at once is not announced: this is seen after a moment. */
export function Loading({ what }: { what: string }) {
  return (
    <div role="status" data-waits className="come-late flex flex-col gap-2.5 p-4">
      <p className="text-muted">{t('Loading {what} …', { what })}</p>
      {lines.map((width) => (
        <i key={width} className={cx('pulsing h-4 max-w-full rounded bg-hair', width)} />
      ))}
    </div>
  )
}
