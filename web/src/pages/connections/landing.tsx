import { Link } from '@tanstack/react-router'
import type { Connection } from '../../../../client/src/index.ts'
import { useConnectProblem } from '../../data/connections.ts'
import { t } from '../../languages/t.ts'

interface Props {
  /** Why nothing was connected: a code, from an address that anybody can write. */
  problem: string | undefined
  platform: string | undefined
  /** What was just connected. */
  connection: Connection | undefined
}

/** What came of a consent, for whoever is just back from the platform. */
export function Landing({ problem, platform, connection }: Props) {
  if (problem !== undefined) return <NotConnected code={problem} platform={platform} />
  if (!connection) return null
  const { id, platformTitle, label, accounts, unusedAccounts } = connection
  return (
    <div role="status" className="rounded-lg border border-good bg-good-soft p-3">
      <p className="font-medium">{t('{platformTitle} is connected as “{label}”.', { platformTitle, label })}</p>
      <p>
        {accounts.length === 0
          ? t('Choose which of its ad accounts are used: until then nothing is read and nothing is spent.')
          : t(
              { one: '{count} of its ad accounts is used.', other: '{count} of its ad accounts are used.' },
              { count: accounts.length },
            )}{' '}
        {id !== null && unusedAccounts > 0 && (
          <Link to="/connections/$id" params={{ id }} className="font-medium text-accent underline">
            {t('Choose ad accounts')}
          </Link>
        )}
      </p>
    </div>
  )
}

/** What is said of each code where nothing more is known. */
const words: Record<string, string> = {
  denied: t('The platform says that you did not agree.'),
  empty: t('The platform sent you back without saying anything.'),
  'not-begun': t('This was not begun here, was begun more than ten minutes ago, or comes from somebody else.'),
  'signed-out': t(
    'Whoever began this is not signed in here any more, or may not connect any more. Sign in and begin again.',
  ),
  working: t(
    'This is being finished, or was cut off. Look at the list in a moment; if nothing new is there, connect again.',
  ),
  app: t('The app at the platform was removed meanwhile. Set one, then connect again.'),
  refused: t('The platform refused it.'),
  unavailable: t('The platform did not answer in a way that can be read. Try again in a moment.'),
  scopes: t('The platform granted less than it takes. Connect again and leave every permission ticked.'),
  accounts: t('No ad account was opened to us. Connect again and choose at least one at the platform.'),
  'other-login': t('That login opens none of the accounts of the connection.'),
  failed: t('Something went wrong on our side. Connect again; if that fails too, ask the operator to look at the log.'),
}

/** Those after which the same person may simply begin again. */
const repeatable = new Set(['denied', 'empty', 'not-begun', 'signed-out', 'scopes', 'accounts', 'other-login'])

function NotConnected({ code, platform }: { code: string; platform: string | undefined }) {
  const told = useConnectProblem(Object.hasOwn(words, code) ? platform : undefined).data
  const known = Object.hasOwn(words, code) ? words[code] : null
  return (
    <div role="alert" className="rounded-lg border border-bad bg-bad-soft p-3 text-bad">
      <p className="font-medium">{t('Nothing was connected.')}</p>
      <p className="wrap-anywhere">{told?.code === code ? told.message : known}</p>
      {repeatable.has(code) && <p>{t('Begin again below, whenever you like.')}</p>}
    </div>
  )
}
