/** The English words for sharing a comparison. */
export const enShare = {
  share: {
    open: 'Share',
    menu: 'Share this comparison',
    link: 'Copy link',
    linkCopied: 'Link copied.',
    markdown: 'Copy as Markdown',
    markdownCopied: 'Markdown copied.',
    post: 'Post to a channel…',
    noAgent: (connectors: string) =>
      `No live Agent can post messages. An operator configures one of these on an Agent: ${connectors}.`,
    byHand: {
      title: 'Copy the text',
      text: 'The browser did not allow the page to use the clipboard. The text is selected: press Ctrl+C, or Cmd+C on a Mac.',
      label: 'Text to copy',
      close: 'Close',
    },
    message: {
      title: 'Post to a channel',
      channel: 'Channel',
      channelHint: 'The id of the channel, such as C0123456789. In Slack it is in the details of the channel.',
      channelRequired: 'Enter the id of the channel.',
      text: 'Message',
      entities: 'The channel shows &lt; and &gt; as < and >.',
      send: 'Post…',
      sending: 'Waiting for the Agent…',
      posted: (channel: string, time: string) => `Posted to ${channel}, ${time}.`,
      postedBy: (connector: string, agent: string) => `Through ${connector}, by the Agent ${agent}.`,
      again: 'Post again…',
      replayed: 'This message was posted before. It was not posted a second time.',
      stopped: 'The page no longer waits. The message may have been posted: look at the channel first.',
      recorded: 'a recorded capture, nothing was measured',
      versions: (workload: string, from: string, to: string) => `${workload}: ${from} → ${to}`,
      sure: (label: string, level: string, before: number, after: number) =>
        `${label}: ${level} (${before} + ${after} captures)`,
    },
  },
};
