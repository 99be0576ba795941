// A server that answers every POST with a stream of the events that it was given at start, and computes nothing else: what such a stream
// costs at least. Argument: the file with the pieces of one stream, as a JSON list of texts.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const pieces = JSON.parse(readFileSync(process.argv[2], 'utf8')).map((text) => Buffer.from(text));
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    let next = 0;
    const write = () => {
      if (next === pieces.length) return response.end();
      response.write(pieces[next++]);
      setImmediate(write);
    };
    write();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
