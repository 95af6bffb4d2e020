import { pageOfToken } from '../auth.ts'
import type { GraphCall } from '../call.ts'
import { commentReplies, instagramReplies, mediaComments, postComments } from '../content/comments.ts'
import { graphTime } from '../world.ts'
import { defineType } from '../graph/node-types.ts'
import type { Edge, FieldReader } from '../graph/node-types.ts'
import type { Comment, GraphObject } from '../campaigns/objects.ts'
import { advertisableMedias, creatorPermissions } from '../creatives/partnership.ts'
import { related } from '../graph/read/shown-node.ts'

/** Posts of Pages, media of Instagram accounts, and what people say about them. */
export function defineContentTypes(): void {
  definePosts()
  defineInstagram()
  defineComments()
}

const objectives = ['OUTCOME_AWARENESS', 'OUTCOME_ENGAGEMENT']
const linkObjectives = [...objectives, 'OUTCOME_LEADS', 'OUTCOME_SALES', 'OUTCOME_TRAFFIC']

function definePosts(): void {
  const picture: FieldReader = ({ id }, { request }) => `${request.origin}/_assets/landscape.png?v=${id.slice(-3)}`
  defineType('PagePost', {
    fields:
      'message created_time updated_time call_to_action is_published is_eligible_for_promotion promotable_id status_type permalink_url story',
    computed: {
      full_picture: picture,
      picture,
      attachments: (post, call) => ({ data: [attachmentOf(post, call)] }),
      from: ({ page_id }, { world }) => ({ id: page_id, name: world.pages.get(String(page_id))?.name }),
      parent_id: () => undefined,
      is_hidden: () => false,
      is_expired: () => false,
      is_instagram_eligible: ({ is_eligible_for_promotion }) => is_eligible_for_promotion,
      allowed_advertising_objectives: ({ link }) => (link ? linkObjectives : objectives),
      shares: ({ id }) => ({ count: Number(id.slice(-2)) }),
    },
    edges: { comments: postComments },
    defaultFields: 'created_time,message,id',
  })
}

function attachmentOf({ id, link, message }: GraphObject, { request }: GraphCall): object {
  const image = { src: `${request.origin}/_assets/landscape.png?v=${id.slice(-3)}`, height: 628, width: 1200 }
  return link
    ? { type: 'share', media_type: 'link', url: link, unshimmed_url: link, title: message, media: { image } }
    : { type: 'photo', media_type: 'photo', media: { image } }
}

const media: Edge = {
  of: 'IGMedia',
  list: ({ id }, { world }) => world.instagramMedia.lookup('instagram', id).reverse(),
}

function defineInstagram(): void {
  const picture: FieldReader = ({ id }, { request }) => `${request.origin}/_assets/square.png?v=${id.slice(-3)}`
  defineType('IGUser', {
    fields: 'username name biography followers_count media_count website',
    computed: { profile_picture_url: picture, profile_pic: picture },
    edges: {
      media,
      branded_content_ad_permissions: creatorPermissions,
      branded_content_advertisable_medias: advertisableMedias,
    },
  })
  defineType('IGMedia', {
    fields:
      'caption media_type media_product_type permalink username boost_eligibility_info copyright_check_information',
    computed: {
      timestamp: ({ created }) => graphTime(created),
      media_url: picture,
      thumbnail_url: picture,
      like_count: ({ id }) => Number(id.slice(-2)) * 7,
      comments_count: ({ id }, { world }) => world.instagramComments.count('subject', id),
      owner: ({ instagram_id }) => ({ id: instagram_id }),
    },
    edges: { comments: mediaComments },
  })
}

function defineComments(): void {
  defineType('Comment', {
    fields: 'created_time message is_hidden like_count',
    computed: commentReaders,
    edges: { comments: commentReplies },
    defaultFields: 'created_time,from,message,id',
  })
  defineType('IGComment', {
    fields: 'like_count',
    computed: {
      text: (comment) => (comment as Comment).message,
      timestamp: ({ created }) => graphTime(created),
      hidden: (comment) => (comment as Comment).is_hidden,
      username: (comment) => (comment as Comment).author.name,
      from: (comment) => {
        const { id, name } = (comment as Comment).author
        return { id, username: name }
      },
      user: (comment) => ({ id: (comment as Comment).author.id }),
      media: (comment) => ({ id: (comment as Comment).subject_id }),
      parent_id: (comment) => (comment as Comment).parent_id,
    },
    edges: { replies: instagramReplies },
    defaultFields: 'timestamp,text,id',
  })
}

const isOwn = (comment: GraphObject) => (comment as Comment).author.id === (comment as Comment).page_id

const commentReaders: Record<string, FieldReader> = {
  // Who wrote it is told to the Page only.
  from: (comment, { token }) =>
    pageOfToken(token) === (comment as Comment).page_id ? (comment as Comment).author : undefined,
  can_hide: (comment) => !isOwn(comment),
  can_remove: () => true,
  can_comment: () => true,
  can_like: () => true,
  can_reply_privately: (comment) => !isOwn(comment) && (comment as Comment).parent_id === undefined,
  comment_count: ({ id }, { world }) => world.comments.count('parent', id),
  user_likes: ({ user_likes }) => user_likes === true,
  is_private: () => false,
  parent: (comment, call, selection) =>
    related('Comment', call.world.comments.get((comment as Comment).parent_id ?? ''), call, selection),
  object: (comment) => ({ id: (comment as Comment).subject_id }),
  permalink_url: (comment) => {
    const { subject_id, id } = comment as Comment
    return `https://facebook.example/${subject_id}?comment_id=${id.split('_')[1]}`
  },
  attachment: ({ attachment }) => attachment,
}
