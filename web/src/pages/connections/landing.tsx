import { Link } from '@tanstack/react-router'
import type { Connection } from '../../../../client/src/index.ts'

interface Props {
  problem: string | undefined
  code: string | undefined
  /** What was just connected. */
  connection: Connection | undefined
}

/** What came of a consent, for whoever is just back from the platform. */
export function Landing({ problem, code, connection }: Props) {
  if (problem !== undefined) return <NotConnected problem={problem} code={code} />
  if (!connection) return null
  const { id, platformTitle, label, accounts, unusedAccounts } = connection
  return (
    <div role="status" className="rounded-lg border border-good bg-good-soft p-3">
      <p className="font-medium">
        {platformTitle} is connected as “{label}”.
      </p>
      <p>
        {accounts.length === 0
          ? 'Choose which of its ad accounts are used: until then nothing is read and nothing is spent.'
          : `${accounts.length} of its ad accounts ${accounts.length === 1 ? 'is' : 'are'} used.`}{' '}
        {id !== null && unusedAccounts > 0 && (
          <Link to="/connections/$id" params={{ id }} className="font-medium text-accent underline">
            Choose ad accounts
          </Link>
        )}
      </p>
    </div>
  )
}

/** Those after which the same person may simply begin again. */
const repeatable = new Set(['denied', 'empty', 'not-begun', 'signed-out', 'scopes', 'accounts', 'other-login'])

function NotConnected({ problem, code = '' }: { problem: string; code: string | undefined }) {
  return (
    <div role="alert" className="rounded-lg border border-bad bg-bad-soft p-3 text-bad">
      <p className="font-medium">Nothing was connected.</p>
      <p className="wrap-anywhere">{problem}</p>
      {repeatable.has(code) && <p>Begin again below, whenever you like.</p>}
    </div>
  )
}
