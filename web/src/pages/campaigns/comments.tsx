import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdAccount } from '../../../../client/src/index.ts'
import { useInbox, usePosts } from '../../data/campaigns/comments.ts'
import type { CommentFilter, CommentThread } from '../../data/campaigns/comments.ts'
import { Answer } from '../../ui/answer.tsx'
import { cx } from '../../ui/classes.ts'
import { KeysHelp } from '../../ui/dialogs/keys-help.tsx'
import { SelectField } from '../../ui/select.tsx'
import { useItemKeys } from '../../ui/single-keys.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { webAddress } from '../../ui/web-link.tsx'
import { WithAccount } from './account-page.tsx'
import { CommentList } from './comment-list.tsx'
import { can, titleOf, titlesWith } from '../../data/platforms.ts'
import { t } from '../../languages/t.ts'

const filters = [
  { value: 'all', label: t('All comments') },
  { value: 'visible', label: t('Visible') },
  { value: 'hidden', label: t('Hidden') },
]

const keys = [
  ['j', t('the next comment')],
  ['k', t('the one before')],
  ['r', t('reply')],
  ['h', t('hide it, or show it again')],
  ['d', t('delete it, after a question')],
  ['x', t('choose it, to hide several at once')],
] as const

export function Comments() {
  return <WithAccount at="/campaigns/comments">{(of) => <OfAccount key={of.account.id} {...of} />}</WithAccount>
}

function OfAccount({ account, picker }: { account: AdAccount; picker: React.ReactNode }) {
  const { ad: adId } = useSearch({ from: '/campaigns/comments' })
  const [filter, setFilter] = useState<CommentFilter>('all')
  const isAble = can(account.platform, 'comments')
  useItemKeys('[data-comment]', ['r', 'h', 'd', 'x'])
  return (
    <Page
      title={t('Comments')}
      lead={t(
        'What people say under your posts and ads, newest first. Answer in the name of the page, hide what does not belong there.',
      )}
      actions={
        <>
          <KeysHelp keys={keys} />
          <Link to="/campaigns" search={{ account: account.id }} className="text-accent underline">
            {t('Back to the campaigns')}
          </Link>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-2 md:grid-cols-[minmax(14rem,24rem)_12rem]">
        {picker}
        <SelectField
          label={t('Which comments')}
          hideLabel
          options={filters}
          value={filter}
          onChange={(word) => setFilter(word as CommentFilter)}
        />
      </div>
      {!isAble && (
        <Empty title={t('{platform} tells nothing of comments.', { platform: titleOf(account.platform) })}>
          {t('They can be read and answered in accounts of {titlesWith}: choose one above.', {
            titlesWith: titlesWith('comments'),
          })}
        </Empty>
      )}
      {isAble && adId !== undefined && <Inbox account={account} places={[{ adId, under: null }]} filter={filter} />}
      {isAble && adId === undefined && <OfPosts account={account} filter={filter} />}
    </Page>
  )
}

/** How many posts are looked under at once; another can be chosen by itself. */
const maxPosts = 10

function OfPosts({ account, filter }: { account: AdAccount; filter: CommentFilter }) {
  const posts = usePosts(account)
  return (
    <Answer
      of={posts}
      what={t('the posts')}
      empty={<Empty title={t('The pages of this account have no posts yet.')} />}
    >
      {(all) => <Posts account={account} filter={filter} all={all} />}
    </Answer>
  )
}

type Post = NonNullable<ReturnType<typeof usePosts>['data']>[number]

function Posts({ account, filter, all }: { account: AdAccount; filter: CommentFilter; all: Post[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const places = all.filter(({ id }, at) => (chosen === null ? at < maxPosts : id === chosen))
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
      <section aria-label={t('Posts')} className="self-start rounded-lg border bg-surface p-2">
        <h2 className="px-2 pb-1 text-[15px] font-semibold">{t('Posts')}</h2>
        <ul className="max-h-64 overflow-y-auto md:max-h-[calc(100dvh-16rem)]">
          <Choice isChosen={chosen === null} onChoose={() => setChosen(null)}>
            {all.length > maxPosts ? t('The newest {maxPosts}', { maxPosts }) : t('All of them')}
          </Choice>
          {all.map(({ id, message, pageName, thumbnail }) => (
            <Choice key={id} isChosen={chosen === id} onChoose={() => setChosen(id)} picture={thumbnail}>
              <span className="line-clamp-2">{message ?? t('A post without words')}</span>
              <span className="block text-xs text-muted">{pageName}</span>
            </Choice>
          ))}
        </ul>
      </section>
      <Inbox
        account={account}
        filter={filter}
        places={places.map(({ id, message }) => ({ postId: id, under: message }))}
      />
    </div>
  )
}

interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
  picture?: string | null
  children: React.ReactNode
}

function Choice({ isChosen, onChoose, picture, children }: ChoiceProps) {
  const address = webAddress(picture)
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cx(
          'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-raised',
          isChosen && 'bg-accent-soft text-accent',
        )}
      >
        {address && <img src={address} alt="" loading="lazy" className="size-9 shrink-0 rounded object-cover" />}
        <span className="min-w-0">{children}</span>
      </button>
    </li>
  )
}

function Inbox({ account, places, filter }: { account: AdAccount; places: CommentThread[]; filter: CommentFilter }) {
  const { more, ...inbox } = useInbox(account, places, filter)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Answer
        of={inbox}
        what={t('the comments')}
        empty={
          inbox.error ? null : (
            <Empty title={t('Nobody has said anything here.')}>
              {t('Comments under your posts and ads appear here.')}
            </Empty>
          )
        }
      >
        {(comments) => <CommentList account={account} comments={comments} showsPosts={places.length > 1} />}
      </Answer>
      {more > 0 && (
        <p className="text-muted">
          {t('There are older comments: choose a single post to see all of what is under it.')}
        </p>
      )}
    </div>
  )
}
