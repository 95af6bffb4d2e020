import { Button } from './button.tsx'
import { count } from './words/format.ts'
import { t } from '../languages/t.ts'

interface PagerProps {
  /** What the pages are of. */
  of: string
  page: number
  perPage: number
  total: number
  go: (page: number) => void
  words?: [string, string]
}

/** The way through a list of more than one page. */
export function Pager({
  of,
  page,
  perPage,
  total,
  go,
  words = [t('Before##the page before'), t('Next##the next page')],
}: PagerProps) {
  const last = Math.ceil(total / perPage)
  if (last <= 1) return null
  return (
    <nav aria-label={t('Pages of {of}', { of })} className="flex items-center justify-end gap-2 text-muted">
      {t('Page {page} of {last}, {total} {of}', { page, last, total: count(total), of })}
      <Button small disabled={page <= 1} onClick={() => go(page - 1)}>
        {words[0]}
      </Button>
      <Button small disabled={page >= last} onClick={() => go(page + 1)}>
        {words[1]}
      </Button>
    </nav>
  )
}
