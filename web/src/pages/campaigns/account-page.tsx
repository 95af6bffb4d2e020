import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AdAccount } from '../../../../client/src/index.ts'
import { AccountPicker, useAccounts, useChosenAccount } from '../../data/accounts.tsx'
import { Empty, Loading } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { NotFound } from '../not-found.tsx'

interface WithAccountProps {
  at: '/campaigns' | '/campaigns/comments' | '/campaigns/changes'
  children: (of: PageOfAccount) => React.ReactNode
}

interface PageOfAccount {
  account: AdAccount
  picker: React.ReactNode
}

/** A page about one ad account: that of the address, or the one that was worked with last. One that the person does not have is not found. */
export function WithAccount({ at, children }: WithAccountProps) {
  const accounts = useAccounts()
  const [last, keep] = useChosenAccount()
  const { account: asked } = useSearch({ from: at })
  const navigate = useNavigate()
  if (accounts.isPending) return <Loading what="your ad accounts" />
  if (accounts.isError) return <Problem error={accounts.error} again={() => void accounts.refetch()} />
  if (accounts.data.length === 0) {
    return (
      <div className="p-6">
        <Empty title="There is no ad account yet.">Connect a platform under Connections, or use the sandbox.</Empty>
      </div>
    )
  }
  const account = accounts.data.find(({ id }) => id === (asked ?? last))
  if (!account) return <NotFound />
  const pick = (id: string) => {
    keep(id)
    void navigate({ to: at, search: { account: id }, replace: true })
  }
  return children({ account, picker: <AccountPicker value={account.id} onChange={pick} /> })
}
