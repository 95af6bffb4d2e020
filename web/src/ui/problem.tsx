import { FlightdeckError, FlightdeckUnreachable } from '../../../client/src/index.ts'
import { fieldInWords } from '../data/client/page-words.ts'
import { Button } from './button.tsx'
import { SignedOut } from './signed-out.tsx'
import { t } from '../languages/t.ts'

/** What went wrong, if anything did, in the service's words: each field, what to do, and the id that finds the call in the log. */
export function Problem({ error, again }: { error: unknown; again?: () => void }) {
  if (error === null || error === undefined) return null
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg border border-bad bg-bad-soft p-3 text-bad">
      <p className="font-medium">{isSignedOut(error) ? <SignedOut /> : problemText(error)}</p>
      {error instanceof FlightdeckError && error.issues.length > 0 && (
        <ul className="list-disc pl-5">
          {error.issues.slice(0, 20).map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              <b className="font-medium">{fieldInWords(issue.path)}</b> {issue.message}
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

const isSignedOut = (error: unknown) => error instanceof FlightdeckError && error.status === 401

export function problemText(error: unknown): string {
  if (error instanceof FlightdeckUnreachable)
    return t('Flightdeck does not answer. What you typed is kept; it goes on by itself.')
  return error instanceof Error ? error.message : String(error)
}
