import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AdAccount } from '../../../../client/src/index.ts'
import { useAccountOptions, useAccounts, useChosenAccount } from '../../data/accounts.ts'
import { Answer } from '../../ui/answer.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { NotFound } from '../not-found.tsx'
import { WayOn } from '../../ui/way-on.tsx'
import { t, wordFor } from '../../languages/t.ts'

interface WithAccountProps {
  at: '/campaigns' | `/campaigns/${'comments' | 'changes' | 'searches' | 'pixels' | 'new' | 'new-ad-set'}`
  children: (of: PageOfAccount) => React.ReactNode
  /** Whether the page has anything to show of it: where none is asked for, one of those is. */
  suits?: (account: AdAccount) => boolean
}

/** What a page is called before it is known of which account it is. */
const titles: Record<WithAccountProps['at'], string> = {
  '/campaigns': t('Campaigns'),
  '/campaigns/comments': t('Comments'),
  '/campaigns/changes': t('Changes'),
  '/campaigns/searches': t('Searches and keywords'),
  '/campaigns/pixels': t('Pixels and conversions'),
  '/campaigns/new': t('New campaign'),
  '/campaigns/new-ad-set': t('New {adset}', { adset: wordFor('ad set') }),
}

interface PageOfAccount {
  account: AdAccount
  picker: React.ReactNode
}

/** A page about one ad account: that of the address, or the one that was worked with last. One that the person does not have is not found. */
export function WithAccount({ at, children, suits = () => true }: WithAccountProps) {
  const accounts = useAccounts()
  const options = useAccountOptions()
  const [last, keep] = useChosenAccount()
  const { account: asked } = useSearch({ from: at })
  const navigate = useNavigate()
  const pick = (id: string) => {
    keep(id)
    void navigate({ to: at, search: { account: id }, replace: true })
  }
  if (!accounts.data?.length)
    return (
      <Page title={titles[at]}>
        <Answer of={accounts} what={t('your ad accounts')} empty={<NoAccount />}>
          {() => null}
        </Answer>
      </Page>
    )
  return (
    <Answer of={accounts} what={t('your ad accounts')}>
      {(all) => {
        const one = all.find(({ id }) => id === (asked ?? last))
        const account = asked === undefined && one && !suits(one) ? (all.find(suits) ?? one) : one
        if (!account) return <NotFound />
        const picker = (
          <SelectField label={t('Ad account')} hideLabel options={options} value={account.id} onChange={pick} />
        )
        return children({ account, picker })
      }}
    </Answer>
  )
}

function NoAccount() {
  return (
    <Empty title={t('There is no ad account yet.')}>
      {t('Connect a platform under Connections, or use the sandbox.')}
      <WayOn to="/connections">{t('Connections')}</WayOn>
    </Empty>
  )
}
