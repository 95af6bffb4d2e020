import { useState } from 'react'
import type { AdAccount, Comment } from '../../../../client/src/index.ts'
import { hideComments } from '../../data/campaigns/comments.ts'
import { useWrite } from '../../data/client/write.ts'
import { useMay } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { CommentCard } from './comment-card.tsx'
import { t } from '../../languages/t.ts'

interface ListProps {
  account: AdAccount
  comments: (Comment & { under: string | null })[]
  showsPosts: boolean
}

const said = (many: number, hidden: boolean) =>
  hidden
    ? t({ one: '{count} comment hidden.', other: '{count} comments hidden.' }, { count: many })
    : t({ one: '{count} comment shown again.', other: '{count} comments shown again.' }, { count: many })

/** Comments one below the other: several are hidden at once. */
export function CommentList({ account, comments: all, showsPosts }: ListProps) {
  const mayManage = useMay('manage')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = all.filter(({ id }) => chosen.has(id))
  const choose = (id: string) => setChosen((now) => (now.has(id) ? without(now, id) : new Set([...now, id])))
  const hide = useWrite(hideComments, {
    done: ({ done, hidden }) => said(done, hidden),
    then: ({ failed }) => setChosen(new Set(failed.map(({ id }) => id))),
  })
  const put = (hidden: boolean) =>
    hide.mutate({
      accountId: account.id,
      ids: picked.filter((one) => one.hidden !== hidden).map(({ id }) => id),
      hidden,
    })
  const canHide = picked.some(({ hidden }) => !hidden)
  const canShow = picked.some(({ hidden }) => hidden)
  return (
    <>
      <div className="sticky top-14 z-10 flex flex-wrap items-center gap-3 rounded-lg border bg-surface px-3 py-2">
        <Checkbox
          label={
            picked.length === 0
              ? t('Choose all')
              : t({ one: '{count} comment chosen', other: '{count} comments chosen' }, { count: picked.length })
          }
          checked={picked.length > 0 && picked.length === all.length}
          onChange={({ target }) => setChosen(new Set(target.checked ? all.map(({ id }) => id) : []))}
        />
        <Button small disabled={!mayManage || !canHide} busy={hide.isPending} onClick={() => put(true)}>
          {t('Hide chosen')}
        </Button>
        <Button small disabled={!mayManage || !canShow} busy={hide.isPending} onClick={() => put(false)}>
          {t('Show chosen again')}
        </Button>
      </div>
      {hide.data?.failed.map(({ id, problem }) => (
        <p key={id} role="alert" className="text-bad">
          {t('{name} stays as it was: {problem}', {
            name: all.find((one) => one.id === id)?.from?.name ?? t('A comment'),
            problem,
          })}
        </p>
      ))}
      <ul aria-label={t('Comments')} className="flex flex-col gap-3">
        {all.map(({ under, ...comment }) => (
          <CommentCard
            key={comment.id}
            account={account}
            comment={comment}
            under={showsPosts ? under : null}
            isChosen={chosen.has(comment.id)}
            onChoose={() => choose(comment.id)}
          />
        ))}
      </ul>
    </>
  )
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((other) => other !== id))
}
