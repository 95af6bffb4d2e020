import { missingKey } from '../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { refused } from '../errors.ts'
import { numberedPage, pagingParams, stamps } from '../lists.ts'
import { recordOf, textOf } from '../objects/objects.ts'
import type { Comment, Fields, Post } from '../objects/objects.ts'
import { speakingOrganization } from '../objects/organizations.ts'
import { allow } from '../restli/params.ts'
import { checkRequired, checkShape, misfit } from '../restli/shape.ts'

const maxText = 1250

/** The post in the path. */
function postOf(call: ApiCall): Post {
  const post = call.world.posts.get(call.parentKey)
  if (post?.tenant !== call.tenant) throw missingKey({ ...call, key: call.parentKey })
  return post
}

function show({ id, post, actor, text, created, updated }: Comment): Fields {
  const stamp = stamps({ created, updated }, actor)
  const $URN = `urn:li:comment:(${post},${id})`
  return { ...stamp, id, $URN, commentUrn: $URN, actor, object: post, message: { text, attributes: [] } }
}

function list(call: ApiCall): ApiAnswer {
  allow(call, pagingParams)
  return numberedPage(call, call.world.comments.lookup('post', postOf(call).id).map(show))
}

function create(call: ApiCall): ApiAnswer {
  allow(call, [])
  const { world, tenant, body } = call
  const post = postOf(call)
  checkShape(body, { actor: 'text', object: 'text', message: { text: 'text', attributes: ['any'] } })
  checkRequired(body, ['actor', 'object', 'message'])
  const text = textOf(recordOf(body['message'])['text'])
  if (text === '' || text.length > maxText) throw misfit('/message/text', `length must be from 1 to ${maxText}`)
  if (body['object'] !== post.id) throw refused(400, 'object must be the post of the path')
  speakingOrganization(call, body['actor'])
  const now = world.now()
  const id = world.newId()
  const comment = { id, tenant, post: post.id, actor: textOf(body['actor']), text, created: now, updated: now }
  world.comments.put(id, comment)
  return { status: 201, id, body: show(comment) }
}

export const commentOperations: Operations = {
  GET_ALL: { scopes: ['r_organization_social'], handle: list },
  CREATE: { scopes: ['w_organization_social'], handle: create },
}
