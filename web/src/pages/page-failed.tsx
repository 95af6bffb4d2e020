import { FlightdeckError } from '../../../client/src/index.ts'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { NotFound } from './not-found.tsx'

/** A page that broke leaves the others usable. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  if (error instanceof FlightdeckError && error.status === 404) return <NotFound />
  return (
    <Page title="This page failed">
      <Problem error={error} again={reset} />
    </Page>
  )
}
