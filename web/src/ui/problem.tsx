import { FlightdeckError, FlightdeckUnreachable } from '../../../client/src/index.ts'
import { Button } from './button.tsx'
import { FieldName } from './words/names.tsx'
import { SignedOut } from './signed-out.tsx'
import { catalogue } from '../languages/current.ts'
import { t } from '../languages/t.ts'

/** What went wrong, if anything did, in the service's words: each field, what to do, and the id that finds the call in the log. */
export function Problem({ error, again }: { error: unknown; again?: () => void }) {
  if (error === null || error === undefined) return null
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg border border-bad bg-bad-soft p-3 text-bad">
      <p className="font-medium">{isSignedOut(error) ? <SignedOut /> : <Words error={error} />}</p>
      {error instanceof FlightdeckError && error.issues.length > 0 && (
        <ul className="list-disc pl-5">
          {error.issues.slice(0, 20).map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              <b className="font-medium">
                <FieldName of={issue.path} />
              </b>{' '}
              <span lang="en">{issue.message}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-center gap-3 text-[13px]">
        {again && (
          <Button small onClick={again}>
            {t('Try again')}
          </Button>
        )}
        {error instanceof FlightdeckError && error.requestId && (
          <span>{t('Request {requestId}', { requestId: error.requestId })}</span>
        )}
      </div>
    </div>
  )
}

/** What its code means, where the service's own words are in another language than the page. */
export const meaningOf = (error: unknown) =>
  error instanceof FlightdeckError ? catalogue.codes[error.code] : undefined

/** What it means stands before the service's own words. */
function Words({ error }: { error: unknown }) {
  const meaning = meaningOf(error)
  if (meaning === undefined) return problemText(error)
  return (
    <>
      {meaning}
      <span lang="en" className="block text-[13px] font-normal">
        {problemText(error)}
      </span>
    </>
  )
}

/** Who tries to sign in and fails is told so: no session of theirs has ended. */
const isSignedOut = (error: unknown) =>
  error instanceof FlightdeckError &&
  error.status === 401 &&
  (error.details as { reason?: string } | undefined)?.reason !== 'sign-in'

export function problemText(error: unknown): string {
  if (error instanceof FlightdeckUnreachable)
    return t('Flightdeck does not answer. What you typed is kept; it goes on by itself.')
  return error instanceof Error ? error.message : String(error)
}
