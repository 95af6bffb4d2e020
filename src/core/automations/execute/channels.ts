/** Somebody asked for an execution; one has come to its end. */
export const startedChannel = 'automation_started'
export const endedChannel = 'automation_ended'
export const automationChannels = [startedChannel, endedChannel]
