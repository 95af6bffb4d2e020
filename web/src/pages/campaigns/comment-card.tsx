import { Eye, EyeOff, Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdAccount, Comment } from '../../../../client/src/index.ts'
import { deleteComment, hideComment, replyToComment, unhideComment } from '../../data/campaigns/comments.ts'
import { useKept } from '../../data/client/kept.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ago, moment } from '../../ui/words/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { WebLink } from '../../ui/web-link.tsx'
import { Refused } from './refused.tsx'
import { t } from '../../languages/t.ts'

interface CardProps {
  account: AdAccount
  comment: Comment
  /** What the post says that it stands under, where that is not plain. */
  under: string | null
  isChosen: boolean
  onChoose: () => void
}

export function CommentCard({ account, comment, under, isChosen, onChoose }: CardProps) {
  const mayManage = useMay('manage')
  const [isAnswering, setAnswering] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const target = { accountId: account.id, commentId: comment.id }
  const hide = useWrite(comment.hidden ? unhideComment : hideComment, {
    done: comment.hidden ? t('Everybody sees the comment again') : t('The comment is hidden'),
  })
  const remove = useWrite(deleteComment, { done: t('The comment is gone'), then: () => setLeaving(false) })
  const small = { size: 14, 'aria-hidden': true } as const
  return (
    <li
      data-comment
      tabIndex={-1}
      className={cx('rounded-lg border bg-surface p-3', comment.parentId && 'ml-6', isChosen && 'border-accent')}
    >
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          aria-keyshortcuts="x"
          aria-label={t('Choose the comment of {name}', { name: comment.from?.name ?? t('somebody') })}
          className="mt-0.5 size-4 accent-(--accent-strong)"
          checked={isChosen}
          onChange={onChoose}
        />
        <div className="min-w-0 flex-1">
          <CommentText comment={comment} under={under} />
        </div>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          small
          aria-keyshortcuts="r"
          icon={<Reply {...small} />}
          disabled={!mayManage}
          onClick={() => setAnswering(!isAnswering)}
        >
          {t('Reply')}
        </Button>
        <Button
          small
          aria-keyshortcuts="h"
          icon={comment.hidden ? <Eye {...small} /> : <EyeOff {...small} />}
          disabled={!mayManage}
          busy={hide.isPending}
          onClick={() => hide.mutate(target)}
        >
          {comment.hidden ? t('Show again') : t('Hide')}
        </Button>
        <Button
          small
          aria-keyshortcuts="d"
          icon={<Trash2 {...small} />}
          disabled={!mayManage}
          onClick={() => setLeaving(true)}
        >
          {t('Delete')}
        </Button>
      </div>
      <Refused error={hide.error} />
      {isAnswering && <Answering target={target} onDone={() => setAnswering(false)} />}
      {isLeaving && (
        <Confirm
          danger
          title={t('Delete this comment?')}
          action={t('Delete the comment')}
          of={remove}
          onClose={() => setLeaving(false)}
          input={target}
        >
          <p>{t('It cannot be brought back. To keep it from being seen, hide it instead.')}</p>
          <blockquote className="border-l-2 pl-3 break-words text-muted">{comment.message}</blockquote>
        </Confirm>
      )}
    </li>
  )
}

function CommentText({ comment, under }: Pick<CardProps, 'comment' | 'under'>) {
  const { message, from, createdTime, hidden, likeCount, replyCount, permalink } = comment
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-[13px] text-muted">
        <span className="font-medium text-text">{from?.name ?? t('Somebody')}</span>
        <time dateTime={createdTime} title={moment(createdTime)}>
          {ago(createdTime)}
        </time>
        {hidden && <Badge tone="warn">{t('hidden')}</Badge>}
        {comment.parentId && <Badge>{t('answer')}</Badge>}
        {likeCount > 0 && <span>{t('{likeCount} like it', { likeCount })}</span>}
        {replyCount > 0 && <span>{t({ one: '1 answer', other: '{count} answers' }, { count: replyCount })}</span>}
        {permalink && <WebLink to={permalink}>{t('See it there')}</WebLink>}
      </div>
      {under && <p className="truncate text-[13px] text-muted">{t('under “{under}”', { under })}</p>}
      <p className="mt-1 break-words whitespace-pre-line">{message}</p>
    </>
  )
}

interface Target {
  accountId: string
  commentId: string
}

const maxComment = 8000

function Answering({ target, onDone }: { target: Target; onDone: () => void }) {
  const [message, setMessage, forget] = useKept(`reply.${target.commentId}`, '')
  const reply = useWrite(replyToComment, { done: t('Your answer is there'), then: () => (forget(), onDone()) })
  return (
    <form
      className="mt-3 flex flex-col items-start gap-2"
      onSubmit={(event) => (event.preventDefault(), reply.mutate({ ...target, message }))}
    >
      <div className="w-full">
        <TextArea
          label={t('What the page answers')}
          rows={3}
          autoFocus
          maxLength={maxComment}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
      <Problem error={reply.error} />
      <div className="flex gap-2">
        <Button type="submit" look="main" busy={reply.isPending} disabled={message.trim() === ''}>
          {t('Send')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
