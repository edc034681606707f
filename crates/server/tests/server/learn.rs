//! What a person has learned is kept: without an account, on all browsers, after a restart.

use astrarium_server::client::Client;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Server};

const COURSE: &str = "/api/titles/galactic-adventures/course";

async fn learn(client: &Client, word: &str) -> (u16, Value) {
    let body = json!({ "word": word }).to_string();
    let answer = client.send(client.request(Method::PUT, "/api/titles/galactic-adventures/learned", body)).await;
    let answer = answer.expect("an answer");
    (answer.status.as_u16(), answer.json())
}

async fn learned(client: &Client) -> Value {
    client.get(COURSE).await.expect("an answer").json()["learned"].clone()
}

#[tokio::test]
async fn what_was_learned_is_kept() {
    let folder = Folder::new("learned");
    let mut server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let ben = Client::new(server.address).await.expect("a guest");
    let course = ann.get(COURSE).await.expect("an answer").json();
    let lesson = course["lessons"][0]["id"].as_str().expect("a lesson").to_string();
    let kind = course["guide"]["question"].as_object().expect("kinds").keys().next().expect("one").clone();
    assert_eq!(course["learned"], json!([]));
    for word in [&lesson, &kind, &lesson] {
        assert_eq!(learn(&ann, word).await.0, 200);
    }
    assert_eq!(learn(&ann, "how to whistle").await.0, 404);
    server.kill();
    let server = Server::fast(&folder.sqlite()).await;
    let [ann, ben] = [ann, ben].map(|client| Client { address: server.address, ..client });
    let mut all = [lesson, kind];
    all.sort();
    assert_eq!(learned(&ann).await, json!(all));
    assert_eq!(learned(&ben).await, json!([]));
    let other = ann.get("/api/titles/galactic-emperor/course").await.expect("an answer").json();
    assert_eq!(other["learned"], json!([]));
}

#[tokio::test]
async fn a_lesson_is_played_without_a_table() {
    let folder = Folder::new("lesson");
    let server = Server::fast(&folder.sqlite()).await;
    let nobody = Client { address: server.address, cookie: String::new() };
    let course = nobody.get(COURSE).await.expect("an answer").json();
    let path =
        format!("/api/titles/galactic-adventures/lessons/{}", course["lessons"][0]["id"].as_str().expect("a word"));
    let said = |step: usize, said: Value| json!({ "step": step, "said": said });
    let begun = nobody.must(&path, said(0, json!([]))).await.expect("a lecture");
    assert!(begun["table"]["scene"]["shapes"].as_array().is_some_and(|shapes| shapes.len() > 10), "{begun}");
    for (body, code) in [
        (said(99, json!([])), "not-found"),
        (said(0, json!(["x".repeat(1000)])), "too-large"),
        (json!({ "step": 0, "said": [], "why": vec!["x"; 100] }), "too-large"),
        (json!({ "step": 0 }), "malformed"),
    ] {
        assert_eq!(nobody.post(&path, body.clone()).await.expect("an answer").code(), code, "{body}");
    }
    let home = nobody.get("/api/home").await.expect("an answer").json();
    assert_eq!(home["recent"], json!([]));
}
