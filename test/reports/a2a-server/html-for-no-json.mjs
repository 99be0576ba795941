// Answers a body that is no JSON with 400 and a page of HTML: a2aproject/a2a-js#146
import { serve } from '../bases/a2a-server.mjs';

serve({
  notJson: (response) =>
    response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end('<pre>SyntaxError</pre>'),
});
