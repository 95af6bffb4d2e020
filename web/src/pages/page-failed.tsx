import { isGone } from '../data/client/refusal.ts'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { NotFound } from './not-found.tsx'
import { t } from '../languages/t.ts'

/** A page that broke leaves the others usable. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  if (isGone(error)) return <NotFound />
  return (
    <Page title={t('This page failed')}>
      <Problem error={error} again={reset} />
    </Page>
  )
}
